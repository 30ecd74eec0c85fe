#pragma once
#include <zlib.h>

/// `inflateInit2` is a macro that passes the header's version: 47 reads gzip and zlib headers with a 32 KiB window.
static inline int czlib_inflate_init(z_stream *stream) { return inflateInit2(stream, 47); }
