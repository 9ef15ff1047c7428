import type { Ids } from './calls.ts'
import { type Role, roles } from './permissions.ts'
import { type Ask, type Running, startServer } from './server.ts'

export const password = 'asano-sanpo-30pun'

/** The demo people of one server, signed in, and the objects of two patients. */
export type People = {
  server: Running
  as: Record<Role, Ask>
  id: Record<Role, number>
  tokens: Record<Role, string>
  /** The demo patient's own objects, and those of another patient. */
  own: Ids
  others: Ids
  /** The code in the newest letter to somebody. */
  codeFor: (email: string) => Promise<string>
}

/** Made by an admin, so that each call has an object of its own to work on. */
const recordsOf = async (ask: Ask, user: number) => {
  const goals: number[] = []
  while (goals.length < 20) goals.push((await ask('POST', '/api/habit_goals', { body: { user_id: user, content: '歩く', kind: 'sport' } })).json.id)
  const [goal, ...spareGoals] = goals
  const assessment = (await ask('POST', '/api/assessments', { body: { user_id: user, disease_id: 10, kind: 'suspect' } })).json.id as number
  return { goal: goal!, spareGoals, assessment }
}

const idsOf = async (ask: Ask, user: number): Promise<Ids | undefined> => {
  const packages = (await ask('GET', `/api/test_packages?user_id=${user}`)).json.items as {
    id: number
    released_at: string | null
  }[]
  const released = packages.find(({ released_at }) => released_at)
  if (!released) return undefined
  for (let page: number | null = 1; page; ) {
    const { json } = await ask('GET', `/api/message_rooms/list?page=${page}`)
    const room = (json.items as { id: number; patient: { id: number } }[]).find((one) => one.patient.id === user)
    if (room) return { user, room: room.id, package: released.id, ...(await recordsOf(ask, user)) }
    page = json.next_page
  }
  return undefined
}

/** Starts a server and signs everybody in through its front door, with the code from the mailbox. */
export const meetPeople = async (): Promise<People> => {
  const server = await startServer()
  const codeFor = async (email: string) => {
    const { json } = await server.ask('GET', '/dev/mailbox.json')
    const letter = (json.items as { to: string; text: string }[]).find(({ to }) => to === email)
    return /\d{6}/.exec(letter?.text ?? '')?.[0] ?? 'no code'
  }
  const as = {} as People['as']
  const id = {} as People['id']
  const tokens = {} as People['tokens']
  for (const role of roles) {
    const email = `${role}@example.com`
    const { challenge } = (await server.ask('POST', '/api/sign_in_v2', { body: { email, password } })).json
    const { json } = await server.ask('POST', '/api/auth_otp', { body: { email, challenge, otp: await codeFor(email) } })
    as[role] = server.as(email, json.access_token)
    id[role] = json.id
    tokens[role] = json.access_token
  }
  const own = await idsOf(as.admin, id.patient)
  let others: Ids | undefined
  for (const { id: user } of (await as.admin('GET', '/api/users/patients')).json.items as { id: number }[])
    if (user !== id.patient) others ??= await idsOf(as.admin, user)
  if (!own || !others) throw new Error('the demo has no two patients with a released test package')
  return { server, as, id, tokens, own, others, codeFor }
}
