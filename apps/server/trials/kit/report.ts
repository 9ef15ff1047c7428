/** Repeatable: the same seed makes the same requests. */
export const seed = Number(process.env.TRIAL_SEED ?? 20261121)
/** `npm run trials` takes all cases, `npm test` fewer. */
export const isFull = process.env.TRIAL_FULL === '1'

/** One line a trial, for `docs/trials.md` and for whoever reads the output. */
export const report = (id: string, { n, failures, figures }: { n: number; failures: number; figures: object }) => {
  process.stdout.write(`${JSON.stringify({ id, seed, n, failures, figures })}\n`)
}
