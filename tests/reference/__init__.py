"""The reference: the rules of each game written a second time, in plain and slow Python.

It is written from the rule books, is never ported from the core and shares nothing with the
package: no presets, no defaults, no parser, no ids, no random numbers. Strings and dicts go in,
strings and dicts come out, and every switch of the rules is always passed in. Tests play the
package against it.
"""
