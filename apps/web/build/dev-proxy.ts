import { endpoints } from '@sukoyaka/wire/all'
import { isPage } from '@sukoyaka/wire/pages'
import type { ProxyOptions } from 'vite'

const firstPart = (path: string) => path.split('/')[1]

/** First parts of the paths that the server answers: those of the endpoints, and of the routes that are not part of the API. */
const served = new Set([
  ...endpoints.map(({ endpoint }) => firstPart(endpoint.path)),
  ...['config.json', 'dev', 'files', 'healthz', 'locales', 'metrics', 'readyz'],
])

/** Whether a request in development is for the server. Vite answers the others: modules and page loads. A page and an endpoint may have the same first part. */
export const isForServer = (method: string, url: string) => {
  const path = url.split('?')[0]!
  return served.has(firstPart(path)) && !(method === 'GET' && isPage(path, true))
}

export const proxyTo = (target: string): Record<string, ProxyOptions> => ({
  '^/': { target, bypass: ({ method = 'GET', url = '/' }) => (isForServer(method, url) ? undefined : url) },
})
