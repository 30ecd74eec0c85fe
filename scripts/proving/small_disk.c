/* Takes the place of a disk that has little room left, for a program that it is preloaded into.
 *
 * SMALL_DISK names a file of four numbers of 64 bits, which whoever started the program reads and writes:
 *   left     bytes by which files may still grow
 *   refused  how often something had no room
 *   error    what such a call fails with
 *   names    not 0: without room, nothing new gets a name either
 * A write that crosses the end is cut short there, as a disk does it; only the next one fails. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

struct disk {
  int64_t left, refused, error, names;
};

static struct disk *disk;
static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

__attribute__((constructor)) static void begin(void) {
  const char *path = getenv("SMALL_DISK");
  int file = path ? REAL(open)(path, O_RDWR | O_CLOEXEC) : -1;
  if (file < 0) return;
  void *memory = mmap(NULL, sizeof *disk, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  close(file);
  if (memory != MAP_FAILED) disk = memory;
}

/* How many of the bytes there is room for; what a file has already may be written anew. */
static size_t room(int file, size_t count, off_t offset) {
  struct stat status;
  if (!disk || fstat(file, &status) != 0 || !S_ISREG(status.st_mode)) return count;
  pthread_mutex_lock(&turn);
  int64_t growth = offset + (int64_t)count - status.st_size;
  if (growth > disk->left) {
    int64_t cut = growth - disk->left;
    count = cut < (int64_t)count ? count - cut : 0;
    disk->left = 0;
    disk->refused++;
  } else if (growth > 0) {
    disk->left -= growth;
  }
  pthread_mutex_unlock(&turn);
  return count;
}

static int has_room_for_name(void) {
  if (!disk || !disk->names || disk->left > 0) return 1;
  disk->refused++;
  errno = (int)disk->error;
  return 0;
}

static off_t position(int file) {
  struct stat status;
  if (fcntl(file, F_GETFL) & O_APPEND && fstat(file, &status) == 0) return status.st_size;
  return lseek(file, 0, SEEK_CUR);
}

ssize_t write(int file, const void *bytes, size_t count) {
  size_t fits = room(file, count, position(file));
  if (count == 0 || fits > 0) return REAL(write)(file, bytes, fits);
  errno = (int)disk->error;
  return -1;
}

ssize_t pwrite(int file, const void *bytes, size_t count, off_t offset) {
  size_t fits = room(file, count, offset);
  if (count == 0 || fits > 0) return REAL(pwrite)(file, bytes, fits, offset);
  errno = (int)disk->error;
  return -1;
}

ssize_t pwrite64(int file, const void *bytes, size_t count, off64_t offset) {
  return pwrite(file, bytes, count, offset);
}

int open(const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  if (flags & O_CREAT && faccessat(AT_FDCWD, path, F_OK, AT_SYMLINK_NOFOLLOW) != 0 && !has_room_for_name()) return -1;
  return REAL(open)(path, flags, mode);
}

int open64(const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  return open(path, flags, mode);
}

int mkdir(const char *path, mode_t mode) {
  if (faccessat(AT_FDCWD, path, F_OK, AT_SYMLINK_NOFOLLOW) != 0 && !has_room_for_name()) return -1;
  return REAL(mkdir)(path, mode);
}

int mkstemp(char *pattern) { return has_room_for_name() ? REAL(mkstemp)(pattern) : -1; }
