import { listTasks } from '@sukoyaka/wire/care/task'
import { expect, test } from 'vitest'
import { paged } from './data/paged.ts'
import { network, rejectUnhandled, reply, sent, setUpNetwork } from './network.ts'

setUpNetwork()

const requestTasks = () => fetch('/api/tasks?assignee_id=me&state=open')

test('a request without a handler gets no response and fails the test with its method and path', async () => {
  await expect(requestTasks()).rejects.toThrow()
  await expect(fetch('/api/tasks', { method: 'POST', body: '{}' })).rejects.toThrow()
  expect(rejectUnhandled).toThrow('requests without a handler: GET /api/tasks, POST /api/tasks')
})

// the clean-up after the test throws, because no handler answered the request
test.fails('a test that ignores its failed request still fails', async () => {
  await requestTasks().catch(() => undefined)
})

test('a request with a handler gets its response and does not fail the test', async () => {
  network.use(reply(listTasks, paged([])))
  expect(await (await requestTasks()).json()).toEqual(paged([]))
  expect(sent(listTasks)).toEqual([{ assignee_id: 'me', state: 'open' }])
  rejectUnhandled()
})
