/** Seed of the random choices, for repeatable runs. */
export const seed = Number(process.env.TRIAL_SEED ?? 20261121)
/** `npm run trials` runs all cases, `npm test` a part. */
export const isFull = process.env.TRIAL_FULL === '1'

/** Prints one JSON line per trial. */
export const report = (id: string, { n, failures, figures }: { n: number; failures: number; figures: object }) => {
  process.stdout.write(`${JSON.stringify({ id, seed, n, failures, figures })}\n`)
}
