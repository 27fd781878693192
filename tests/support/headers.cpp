// Nothing: a target that headers are precompiled for needs a source.
