import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { packageFolder } from '../../config/folders.ts'

const folder = packageFolder('swagger-ui-dist')

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>すこやか API</title>
<link rel="icon" type="image/png" href="/api/docs/favicon-32x32.png">
<link rel="stylesheet" href="/api/docs/swagger-ui.css">
</head>
<body>
<noscript><p>This page needs JavaScript. The document itself: <a href="/api/openapi.json">openapi.json</a></p></noscript>
<main id="docs"></main>
<script src="/api/docs/swagger-ui-bundle.js"></script>
<script src="/api/docs/start.js"></script>
</body>
</html>
`

// A separate file, because the CSP forbids inline scripts. No validator badge: it would call another origin.
const start = `window.SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#docs',
  deepLinking: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  displayOperationId: true,
  tryItOutEnabled: false,
  validatorUrl: null,
})
`

const types: Record<string, string> = { css: 'text/css; charset=utf-8', js: 'text/javascript; charset=utf-8', png: 'image/png' }

/** Serves the OpenAPI document and a page that shows it, all from our own origin. */
export const docsRoutes = async (app: FastifyInstance, makeDocument: () => object): Promise<void> => {
  // made when it is first asked for: it has several megabytes, and most servers never send it
  let content: Buffer | undefined
  const documentText = () => {
    content ??= Buffer.from(JSON.stringify(makeDocument()))
    return content
  }
  app.get('/api/openapi.json', async (_, reply) => reply.header('cache-control', 'no-cache').type('application/json; charset=utf-8').send(documentText()))
  app.get('/api/docs', async (_, reply) => reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(page))
  app.get('/api/docs/start.js', async (_, reply) => reply.header('cache-control', 'no-cache').type(types.js!).send(start))
  for (const file of ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png']) {
    let fileContent: Buffer | undefined
    app.get(`/api/docs/${file}`, async (_, reply) => {
      fileContent ??= readFileSync(join(folder, file))
      return reply.header('cache-control', 'public, max-age=86400').type(types[file.split('.').at(-1)!]!).send(fileContent)
    })
  }
}
