/** Configuration of this deployment, from the server. */
export type Config = { demo: boolean; analytics_id: string | null; sentry: boolean }

const defaultConfig: Config = { demo: false, analytics_id: null, sentry: false }
let configRequest: Promise<Config> | undefined

/** Loaded once per page load; optional features stay off if the request fails. */
export const readConfig = () => {
  configRequest ??= fetch('/config.json')
    .then((response) => (response.ok ? (response.json() as Promise<Config>) : defaultConfig))
    .catch(() => defaultConfig)
  return configRequest
}
