// Tells the thread sanitizer what Swift's Mutex does when threads wait for it.
//
// A Mutex that is free is locked and unlocked in the code that uses it, where the sanitizer sees it. Where somebody waits, on
// Linux, the library Synchronization calls the kernel, and the sanitizer watches neither; it would take whatever was waited
// for for a race. Loaded before that library, these functions stand in for its own, call them, and say what is ordered
// before what. Nothing is suppressed: what is touched without the lock is still told.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>

// Weak, since programs without the sanitizer are started on the way to the tests.
__attribute__((weak)) void __tsan_acquire(void *address);
__attribute__((weak)) void __tsan_release(void *address);

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *mutex

// Of Synchronization._MutexHandle: _lockSlow(UInt32), _tryLockSlow() -> Bool, _unlockSlow()
#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define TRY_LOCK "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

SWIFT void lock(uint32_t thread, SELF) __asm__(LOCK);
SWIFT bool try_lock(SELF) __asm__(TRY_LOCK);
SWIFT void unlock(SELF) __asm__(UNLOCK);

static SWIFT void (*real_lock)(uint32_t thread, SELF);
static SWIFT bool (*real_try_lock)(SELF);
static SWIFT void (*real_unlock)(SELF);

__attribute__((constructor)) static void find(void) {
  real_lock = dlsym(RTLD_NEXT, LOCK);
  real_try_lock = dlsym(RTLD_NEXT, TRY_LOCK);
  real_unlock = dlsym(RTLD_NEXT, UNLOCK);
}

SWIFT void lock(uint32_t thread, SELF) {
  real_lock(thread, mutex);
  if (__tsan_acquire) __tsan_acquire(mutex);
}

SWIFT bool try_lock(SELF) {
  bool is_locked = real_try_lock(mutex);
  if (is_locked && __tsan_acquire) __tsan_acquire(mutex);
  return is_locked;
}

SWIFT void unlock(SELF) {
  if (__tsan_release) __tsan_release(mutex);
  real_unlock(mutex);
}
