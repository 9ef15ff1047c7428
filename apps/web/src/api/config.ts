/** Configuration of this deployment, from the server. */
export type Config = { demo: boolean; analytics_id: string | null; sentry: boolean }

const closed: Config = { demo: false, analytics_id: null, sentry: false }
let asked: Promise<Config> | undefined

/** Loaded once per page load; optional features stay off if it fails. */
export const readConfig = () => {
  asked ??= fetch('/config.json')
    .then((response) => (response.ok ? (response.json() as Promise<Config>) : closed))
    .catch(() => closed)
  return asked
}
