import { randomUUID } from 'node:crypto'
import { uncached } from '../kit/uncached.ts'
import type { People } from './people.ts'
import type { Request } from './requests.ts'

/** Frequent requests with other parameters than those of the contract test. */
export const variantsOf = ({ staff, demo }: People): Request[] => {
  const as = (role: string) => staff.find((person) => person.role === role)!
  const { user_id } = demo.ids.hanako
  const read = (name: string, path: string): Request => ({
    key: `GET ${path.split('?')[0]!.replace(`/${user_id}`, '/:id')}, ${name}`,
    method: 'GET',
    caller: as('doctor'),
    status: 200,
    build: () => ({ path: name === 'unchanged' ? path : uncached(path), body: undefined }),
  })
  return [
    read('first page', '/api/users/patients'),
    read('part of a name', `/api/users/patients?q[full_name_cont]=${encodeURIComponent('佐藤')}`),
    read('unchanged', '/api/message_rooms/list'),
    read('part of a name', `/api/message_rooms/list?q[full_name_cont]=${encodeURIComponent('佐藤')}`),
    read('one patient', `/api/users/${user_id}`),
    read('numbers, 100 of each', `/api/test_results?user_id=${user_id}&count=100&types[]=0`),
    read('newest 25', `/api/messages?patient_id=${user_id}`),
    {
      key: 'POST /api/messages, from a nurse',
      method: 'POST',
      caller: as('nurse'),
      status: 201,
      build: () => ({ path: '/api/messages', body: JSON.stringify({ patient_id: user_id, body: '今朝の血圧を教えてください。', client_id: randomUUID() }) }),
    },
  ]
}
