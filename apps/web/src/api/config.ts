/** What the server says about this installation. */
export type Config = { demo: boolean; analytics_id: string | null; sentry: boolean }

const closed: Config = { demo: false, analytics_id: null, sentry: false }
let asked: Promise<Config> | undefined

/** Asked once a page load; without an answer everything optional stays off. */
export const readConfig = () => {
  asked ??= fetch('/config.json')
    .then((response) => (response.ok ? (response.json() as Promise<Config>) : closed))
    .catch(() => closed)
  return asked
}
