import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, test } from 'vitest'
import { watchLines } from './startup-server.ts'

test('closes an idle connection on shutdown, but answers one whose request arrives late', async () => {
  const server = createServer((_, answer) => answer.end('here'))
  const hangUp = watchLines(server)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const [silent, late] = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')]
  await Promise.all([once(silent, 'connect'), once(late, 'connect')])
  await new Promise((done) => setTimeout(done, 100))
  const closed = new Promise((done) => server.close(done))
  server.closeIdleConnections()
  hangUp()
  late.write('GET / HTTP/1.1\r\nhost: here\r\nconnection: close\r\n\r\n')
  expect(String((await once(late, 'data'))[0])).toContain('here')
  await closed
  await once(silent, 'close')
}, 5_000)
