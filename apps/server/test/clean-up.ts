/** The functions that end what a test file has started. Each is added when something starts, so that a set-up that fails half-way is cleaned up too. */
const cleanups: (() => unknown)[] = []

/** Registers a function to run after the test file; the newest runs first. Vitest would never run an `afterAll` hook registered inside `beforeAll`. */
export const onFileEnd = (cleanup: () => unknown): void => void cleanups.push(cleanup)

export const runCleanups = async (): Promise<void> => {
  const errors: unknown[] = []
  for (let cleanup = cleanups.pop(); cleanup; cleanup = cleanups.pop()) {
    try {
      await cleanup()
    } catch (error) {
      errors.push(error)
    }
  }
  if (errors.length) throw errors.length > 1 ? new AggregateError(errors, 'the clean-up failed') : errors[0]
}
