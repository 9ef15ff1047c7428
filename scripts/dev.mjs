import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer as createSocket } from 'node:net'
import { join } from 'node:path'
import { ensureInstalled, ensureNode, node24, root } from './install.mjs'
import { replaceProcess } from './run.mjs'

ensureNode()
ensureInstalled()
if (process.execPath.startsWith(join(root, 'node_modules'))) await develop()
else replaceProcess(['scripts/dev.mjs'])

/** Vite serves the web app and passes other requests to the server, which restarts when its files change. */
async function develop() {
  const { createServer } = await import('vite')
  const { proxyTo } = await import('../apps/web/build/dev-proxy.ts')
  const wanted = Number(process.env.PORT ?? 3000)
  const [port, serverPort] = wanted ? [wanted, wanted + 1] : await freePorts()
  const publicUrl = process.env.PUBLIC_URL ?? `http://localhost:${port}`
  const server = spawn(node24, ['--import', join(root, 'scripts', 'exit-with-parent.mjs'), '--watch', '--watch-preserve-output', 'apps/server/src/main.ts'], {
    cwd: root,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, PORT: String(serverPort), PUBLIC_URL: publicUrl },
  })
  const web = join(root, 'apps', 'web')
  const vite = await createServer({
    root: web,
    configFile: join(web, 'vite.config.ts'),
    server: { port, strictPort: true, host: process.env.HOST ?? '127.0.0.1', proxy: proxyTo(`http://127.0.0.1:${serverPort}`) },
  })
  await vite.listen()
  console.log(`Developing at ${publicUrl} (the server itself listens on ${serverPort})`)
  const end = async (name) => {
    if (server.exitCode === null && (name !== 'SIGINT' || !process.stdin.isTTY)) server.kill(name)
    await vite.close()
  }
  for (const name of ['SIGINT', 'SIGTERM']) process.on(name, end)
  server.on('exit', (code) => vite.close().then(() => process.exit(code ?? 0)))
}

/** Two ports that nobody listens on. */
async function freePorts() {
  const sockets = [createSocket(), createSocket()]
  for (const socket of sockets) await once(socket.listen(0, '127.0.0.1'), 'listening')
  const ports = sockets.map((socket) => socket.address().port)
  for (const socket of sockets) await once(socket.close(), 'close')
  return ports
}
