"""Prints each object that gets the focus of a screen reader; on a line of input, all objects that can take the focus.

The system's own Python runs it, which has pyatspi from the system's packages.
"""

from __future__ import annotations

import sys


def main():
    import pyatspi
    from gi.repository import GLib

    def on_focus(event):
        if event.detail1:
            print("focus", event.source.name, flush=True)

    def print_below(found):
        state = found.getState()
        if state.contains(pyatspi.STATE_FOCUSABLE) and state.contains(pyatspi.STATE_SHOWING):
            print("object", found.getRoleName(), found.name, sep="\t")
        for child in found:
            if child is not None:  # Qt has such children in lists of tabs that are hidden
                print_below(child)

    def print_objects(*_args):
        sys.stdin.readline()
        print_below(pyatspi.Registry.getDesktop(0))
        print("end", flush=True)
        return True

    pyatspi.Registry.registerEventListener(on_focus, "object:state-changed:focused")
    # Names are kept here, and Qt reports changed ones only to those that listen.
    pyatspi.Registry.registerEventListener(lambda _: None, "object:property-change:accessible-name")
    GLib.io_add_watch(sys.stdin.fileno(), GLib.PRIORITY_DEFAULT, GLib.IOCondition.IN, print_objects)
    print("ready", flush=True)
    pyatspi.Registry.start()


if __name__ == "__main__":
    main()
