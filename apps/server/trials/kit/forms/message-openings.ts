import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { addressOf } from '../../../src/files/signed-file.ts'
import { pdf } from '../../../test/documents.ts'
import { formOf } from '../../../test/form.ts'
import type { Member, World } from '../../../test/world.ts'
import { audited, look, ways } from './openings.ts'

/** Sends an image and a document in two messages to the patient and returns the URLs signed for the reader. */
const sentTo = async ({ staff: { doctor } }: World, photo: Buffer, patient: Member, reader: Member) => {
  const ids: number[] = []
  for (const [what, content] of [['image', photo] as const, ['file', pdf] as const]) {
    const { body } = await doctor.ask('POST', `/api/messages/${what}`, { body: formOf({ patient_id: patient.id }, `${what}s[]`, { filename: 'a', content }) })
    ids.push(body.id)
  }
  const addresses: string[] = []
  for (const id of ids) {
    const { images, files } = (await reader.get(`/api/messages/${id}`)).body
    addresses.push(...images.flatMap((image: { variants: object }) => Object.values(image.variants)), ...files.map((file: { address: string }) => file.address))
  }
  return { ids, addresses }
}

/** Every person and state for which the files of a message must not open. */
export const judgeMessages = async (
  app: FastifyInstance,
  world: World,
  photo: Buffer,
  set: (minutes: number) => Date,
): Promise<{ n: number; failures: string[] }> => {
  const { hanako, taro, staff, context } = world
  const failures: string[] = []
  let n = 0
  const judge = async (isOpen: boolean, what: string, addresses: string[], who?: Member, headers: Record<string, string> = {}) => {
    for (const address of addresses)
      for (const way of isOpen ? [{}] : ways) {
        n++
        const { status, type } = await look(app, address, { who, headers: { ...way, ...headers } })
        if (isOpen ? status !== 200 : ![404, 410].includes(status) || !type.includes('json')) failures.push(`${what}: answered ${status} ${type}`)
      }
  }
  const now = set(0)
  const own = await sentTo(world, photo, hanako, hanako)
  if (own.addresses.length !== 5) failures.push(`${own.addresses.length} URLs instead of 5`)
  const before = await audited(world, hanako.id)
  await judge(true, 'their own', own.addresses, hanako)
  if ((await audited(world, hanako.id)) !== before + own.addresses.length) failures.push('an access is not in the audit log')
  await judge(false, 'another patient', own.addresses, taro)
  await judge(false, 'a URL signed for the patient', own.addresses, staff.nurse)
  await judge(false, 'without a session', own.addresses)
  await judge(false, 'from a page of another site', own.addresses.slice(-1), hanako, { 'sec-fetch-site': 'cross-site' })
  // validly signed, for a file of another patient's conversation
  const { rows } = await context.db.execute<{ id: number }>(sql`select max(file_id) as id from message_files where message_id = any(${sql.param(own.ids)})`)
  await judge(false, 'of another patient’s conversation', [addressOf({ ...context, clock: () => now }, taro.id)(Number(rows[0]!.id), 'original')], taro)
  set(11)
  await judge(false, 'after expiry', own.addresses, hanako)
  set(0)
  const former = await world.add({ role: 'nurse', last_name: 'former' })
  const seen = await sentTo(world, photo, hanako, former)
  await judge(true, 'a nurse', seen.addresses.slice(0, 1), former)
  await context.db.execute(sql`update users set role = 'patient' where id = ${former.id}`)
  await judge(false, 'after the nurse lost the role', seen.addresses, former)
  const gone = await world.add({ role: 'doctor', last_name: 'gone' })
  const old = await sentTo(world, photo, hanako, gone)
  await context.db.execute(sql`update users set deactivated_at = now() where id = ${gone.id}`)
  await judge(false, 'after deactivation', old.addresses, gone)
  for (const id of own.ids) {
    const { doctor } = staff
    await app.inject({ method: 'DELETE', url: `/api/messages/${id}`, headers: { authorization: `Token token="${doctor.token}", email="${doctor.email}"` } })
  }
  await judge(false, 'after the message was withdrawn', own.addresses, hanako)
  return { n, failures }
}
