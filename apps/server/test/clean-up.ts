/** Ends what a test file has started. Filled when something starts, so that a set-up that fails half-way is cleaned up too. */
const closers: (() => unknown)[] = []

/** Runs after the test file, the newest first. A hook registered inside `beforeAll` would never run. */
export const onFileEnd = (close: () => unknown): void => void closers.push(close)

export const endFile = async (): Promise<void> => {
  const errors: unknown[] = []
  for (let close = closers.pop(); close; close = closers.pop()) {
    try {
      await close()
    } catch (error) {
      errors.push(error)
    }
  }
  if (errors.length) throw errors.length > 1 ? new AggregateError(errors, 'the clean-up failed') : errors[0]
}
