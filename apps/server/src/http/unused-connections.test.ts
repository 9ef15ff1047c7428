import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { closeUnusedConnections } from './unused-connections.ts'

test('closes a connection without a request on shutdown, but serves a connection whose request arrives late', async () => {
  // without the hook this test waits for the headers timeout
  const app = Fastify({ http: { requestTimeout: 900_000, headersTimeout: 900_000 }, return503OnClosing: false })
  closeUnusedConnections(app)
  app.get('/', async () => 'here')
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const accepted = [once(app.server, 'connection')]
  const silent = connect(port, '127.0.0.1')
  await accepted[0]
  accepted.push(once(app.server, 'connection'))
  const late = connect(port, '127.0.0.1')
  await accepted[1]
  const closed = app.close()
  late.write('GET / HTTP/1.1\r\nhost: here\r\nconnection: close\r\n\r\n')
  expect(String((await once(late, 'data'))[0])).toContain('here')
  await Promise.all([closed, once(silent, 'close')])
})
