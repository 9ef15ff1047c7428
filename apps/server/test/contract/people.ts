import { type Ids, picturesOf, recordLists } from './calls/call.ts'
import { interviewsOf } from './calls/interview.ts'
import { notesOf } from './calls/karte.ts'
import { type Role, roles } from './permissions.ts'
import { type RunningServer, type SendRequest, startServer } from './server.ts'

export const password = 'asano-sanpo-30pun'

/** The signed-in demo users of one server, and the objects of two patients. */
export type People = {
  server: RunningServer
  requestAs: Record<Role, SendRequest>
  id: Record<Role, number>
  tokens: Record<Role, string>
  /** Objects of the demo patient and of another patient. */
  ownIds: Ids
  otherIds: Ids
  /** Reads the sign-in code from the newest email to this address. */
  codeFor: (email: string) => Promise<string>
}

/** Adds twelve reviews of board rows and twelve urgent contacts. Returns their ids. */
const boardOf = async (send: SendRequest, user: number) => {
  const reviews: number[] = []
  while (reviews.length < 12)
    reviews.push(
      (
        await send('POST', '/api/today_reviews', {
          body: { user_id: user, section: 'waiting_release', subject_id: reviews.length + 1, version: '2026-01-10T00:00:00Z' },
        })
      ).json.id,
    )
  const contacts: number[] = []
  const contact = { user_id: user, section: 'worsened', version: '2026-01-10T00:00:00Z', outcome: 'not_reached' }
  while (contacts.length < 12) contacts.push((await send('POST', '/api/urgent_contacts', { body: contact })).json.id)
  return { reviews, contacts }
}

const recommendationsOf = async (send: SendRequest, user: number) => {
  const ids: number[] = []
  while (ids.length < 15)
    ids.push((await send('POST', '/api/shop/recommendations', { body: { patient_id: user, product_id: ids.length + 1, reason: '不足しているため' } })).json.id)
  return ids
}

const passedOf = async (send: SendRequest, user: number) => {
  const ids: number[] = []
  while (ids.length < 15)
    ids.push((await send('POST', '/api/shop/passed_products', { body: { patient_id: user, product_id: ids.length + 1, reason: '薬と重なるため' } })).json.id)
  return ids
}

/** Creates objects of one patient, several where requests delete them. `send` sends as an admin. */
const recordsOf = async (send: SendRequest, user: number) => {
  const goals: number[] = []
  while (goals.length < 20) goals.push((await send('POST', '/api/habit_goals', { body: { user_id: user, content: '歩く', kind: 'sport' } })).json.id)
  const [goal, ...spareGoals] = goals
  const rows = Array.from({ length: 20 }, (_, i) => ({
    category_name: 'ldl_cholesterol',
    value: 100 + i,
    recorded_at: `2026-02-${i + 1 < 10 ? 0 : ''}${i + 1}T00:00:00Z`,
  }))
  const bulk = (await send('POST', '/api/test_results/bulk', { body: { user_id: user, results: rows } })).json.items as { result: { id: number } }[]
  const [result, ...spareResults] = bulk.map((row) => row.result.id)
  const assessment = (await send('POST', '/api/assessments', { body: { user_id: user, disease_id: 10, kind: 'suspect' } })).json.id as number
  const bodies = {
    allergy_reactions: (at: number) => ({ kind: ['asthma', 'atopic', 'food', 'medicine', 'metal', 'other', 'pollen'][at], is_occured: true }),
    past_illnesses: () => ({ disease_id: 1 }),
    family_past_illnesses: () => ({ disease_id: 1, relative: 'mother' }),
    performed_operations: () => ({ name: '虫垂切除術' }),
    medicine_intakes: () => ({ name: '漢方薬' }),
    supplement_intakes: () => ({ name: '青汁' }),
  }
  const recordIds = {} as Ids['recordIds']
  for (const list of recordLists) {
    for (let at = 0; at < 7; at++) await send('POST', `/api/${list}`, { body: { user_id: user, ...bodies[list](at) } })
    recordIds[list] = (await send('GET', `/api/${list}?user_id=${user}`)).json.items.map(({ id }: { id: number }) => id)
  }
  const records: number[] = []
  const weight = { user_id: user, category: 'body_weight', value: 61.5, recorded_at: '2026-01-10T00:00:00Z' }
  while (records.length < 20) records.push((await send('POST', '/api/health_records', { body: weight })).json.id)
  const [healthRecord, ...spareHealthRecords] = records
  const freeKinds = ['metal', 'other', 'pollen']
  for (const { id, kind } of (await send('GET', `/api/allergy_reactions?user_id=${user}`)).json.items as { id: number; kind: string }[])
    if (freeKinds.includes(kind)) await send('DELETE', `/api/allergy_reactions/${id}`)
  recordIds.allergy_reactions = (await send('GET', `/api/allergy_reactions?user_id=${user}`)).json.items.map(({ id }: { id: number }) => id)
  const bookings: number[] = []
  while (bookings.length < 20) bookings.push((await send('POST', '/api/test_packages', { body: { user_id: user, kind: 'general' } })).json.id)
  const tasks: number[] = []
  while (tasks.length < 12) tasks.push((await send('POST', '/api/tasks', { body: { user_id: user, content: '電話する' } })).json.id)
  const { id: request, questionnaire_id: questionnaire } = (
    await send('POST', '/api/data_entry_requests', { body: { patient_id: user, kind: 'questionnaire' } })
  ).json
  await send('PUT', `/api/questionnaires/${questionnaire}`, { body: { symptoms: [{ name: 'headache', value: 0 }] } })
  const { items } = (await send('GET', '/api/image_test_result_categories')).json
  const imageCategory = items[0].id as number
  const imageResults: { id: number; images: { id: number }[] }[] = []
  while (imageResults.length < 14)
    imageResults.push((await send('POST', '/api/image_test_results', { body: picturesOf({ user, imageCategory }, imageResults.length ? 1 : 18) })).json)
  const [first, ...otherResults] = imageResults
  const images = first!.images.map((image) => image.id)
  const pictures = {
    imageCategory,
    imageResult: first!.id,
    image: images[0]!,
    spareImages: images.slice(1),
    spareImageResults: otherResults.map(({ id }) => id),
  }
  return {
    goal: goal!,
    spareGoals,
    result: result!,
    spareResults,
    assessment,
    healthRecord: healthRecord!,
    spareHealthRecords,
    removablePackages: bookings,
    cancellablePackages: bookings,
    recordIds,
    freeKinds,
    tasks,
    questionnaire,
    request,
    ...(await boardOf(send, user)),
    interviews: await interviewsOf(send, user),
    message: (await send('POST', '/api/messages', { body: { patient_id: user, body: '検査の結果について' } })).json.id as number,
    policies: {
      privacy: (await send('GET', '/api/privacy_policies/current')).json.id as number,
      usage: (await send('GET', '/api/usage_policies/current')).json.id as number,
    },
    // only the patient can add them: `signInPeople` does so for the demo patient
    cartItems: [],
    recommendations: await recommendationsOf(send, user),
    passedProducts: await passedOf(send, user),
    ...pictures,
    ...(await notesOf(send, user)),
  }
}

const idsOf = async (send: SendRequest, user: number): Promise<Ids | undefined> => {
  const packages = (await send('GET', `/api/test_packages?user_id=${user}`)).json.items as {
    id: number
    released_at: string | null
  }[]
  const [released, spare] = packages.filter(({ released_at }) => released_at)
  if (!released || !spare) return undefined
  for (let page: number | null = 1; page; ) {
    const { json } = await send('GET', `/api/message_rooms/list?page=${page}`)
    const room = (json.items as { id: number; patient: { id: number; last_name_kana: string; first_name_kana: string } }[]).find(
      (item) => item.patient.id === user,
    )
    const packageIds = { package: released.id, sparePackage: spare.id, undatedPackage: released.id, datedPackage: released.id }
    if (room) {
      const kana = { family: room.patient.last_name_kana, given: [room.patient.first_name_kana] }
      return { user, kana, users: [user], word: '血圧', room: room.id, ...packageIds, ...(await recordsOf(send, user)) }
    }
    page = json.next_page
  }
  return undefined
}

/** Starts a server, signs everyone in over HTTP, with the codes from the demo mailbox, and creates objects of two patients. */
export const signInPeople = async (): Promise<People> => {
  const server = await startServer()
  const codeFor = async (email: string) => {
    const { json } = await server.request('GET', '/dev/mailbox.json')
    const mail = (json.items as { to: string; text: string }[]).find(({ to }) => to === email)
    return /\d{6}/.exec(mail?.text ?? '')?.[0] ?? 'no code'
  }
  const requestAs = {} as People['requestAs']
  const id = {} as People['id']
  const tokens = {} as People['tokens']
  for (const role of roles) {
    const email = `${role}@example.com`
    const { challenge } = (await server.request('POST', '/api/sign_in_v2', { body: { email, password } })).json
    const { json } = await server.request('POST', '/api/auth_otp', { body: { email, challenge, otp: await codeFor(email) } })
    requestAs[role] = server.requestAs(email, json.access_token)
    id[role] = json.id
    tokens[role] = json.access_token
  }
  const ownIds = await idsOf(requestAs.admin, id.patient)
  const items = Array.from({ length: 10 }, (_, at) => ({ product_id: at + 1 }))
  const added = (await requestAs.patient('POST', '/api/shop/cart_items/bulk', { body: { items } })).json.items as { id: number }[]
  ownIds?.cartItems.push(...added.map((item) => item.id))
  let otherIds: Ids | undefined
  for (const { id: user } of (await requestAs.admin('GET', '/api/users/patients')).json.items as { id: number }[])
    if (user !== id.patient) otherIds ??= await idsOf(requestAs.admin, user)
  if (!ownIds || !otherIds) throw new Error('the demo needs two patients with a released test package')
  return { server, requestAs, id, tokens, ownIds, otherIds, codeFor }
}
