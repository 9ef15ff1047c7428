import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { urlsFor } from '../../../src/files/signed-file.ts'
import { pdf } from '../../../test/documents.ts'
import { formOf } from '../../../test/form.ts'
import type { Member, TestApp } from '../../../test/test-app.ts'
import { countFileAudits, requestFile, requestVariants } from './file-access.ts'

/** Sends an image and a document in two messages to the patient and returns the URLs signed for the reader. */
const sendFiles = async ({ staff: { doctor } }: TestApp, photo: Buffer, patient: Member, reader: Member) => {
  const ids: number[] = []
  for (const [kind, content] of [['image', photo] as const, ['file', pdf] as const]) {
    const { body } = await doctor.request('POST', `/api/messages/${kind}`, {
      body: formOf({ patient_id: patient.id }, `${kind}s[]`, { filename: 'a', content }),
    })
    ids.push(body.id)
  }
  const urls: string[] = []
  for (const id of ids) {
    const { images, files } = (await reader.get(`/api/messages/${id}`)).body
    urls.push(...images.flatMap((image: { variants: object }) => Object.values(image.variants)), ...files.map((file: { address: string }) => file.address))
  }
  return { ids, urls }
}

/**
 * Checks who can open the files of a message, also after expiry, a lost role, deactivation and withdrawal, and that the patient’s accesses are audited. `set`
 * sets the clock to this many minutes after the start and returns its time.
 */
export const judgeMessageFiles = async (
  app: FastifyInstance,
  testApp: TestApp,
  photo: Buffer,
  set: (minutes: number) => Date,
): Promise<{ n: number; failures: string[] }> => {
  const { hanako, taro, staff, context } = testApp
  const failures: string[] = []
  let n = 0
  const judge = async (isOpen: boolean, problem: string, urls: string[], caller?: Member, headers: Record<string, string> = {}) => {
    for (const url of urls)
      for (const variant of isOpen ? [{}] : requestVariants) {
        n++
        const { status, type } = await requestFile(app, url, { caller, headers: { ...variant, ...headers } })
        if (isOpen ? status !== 200 : ![404, 410].includes(status) || !type.includes('json')) failures.push(`${problem}: returned ${status} ${type}`)
      }
  }
  const now = set(0)
  const own = await sendFiles(testApp, photo, hanako, hanako)
  if (own.urls.length !== 5) failures.push(`${own.urls.length} URLs instead of 5`)
  const before = await countFileAudits(testApp, hanako.id)
  await judge(true, 'the patient’s own', own.urls, hanako)
  if ((await countFileAudits(testApp, hanako.id)) !== before + own.urls.length) failures.push('an access is not in the audit log')
  await judge(false, 'another patient', own.urls, taro)
  await judge(false, 'a URL signed for the patient', own.urls, staff.nurse)
  await judge(false, 'without a session', own.urls)
  await judge(false, 'from a page of another site', own.urls.slice(-1), hanako, { 'sec-fetch-site': 'cross-site' })
  // a valid signature, but the file belongs to the conversation of another patient
  const { rows } = await context.db.execute<{ id: number }>(sql`select max(file_id) as id from message_files where message_id = any(${sql.param(own.ids)})`)
  await judge(false, 'of another patient’s conversation', [urlsFor({ ...context, clock: () => now }, taro.id)(Number(rows[0]!.id), 'original')], taro)
  set(11)
  await judge(false, 'after expiry', own.urls, hanako)
  set(0)
  const formerNurse = await testApp.add({ role: 'nurse', last_name: 'former' })
  const former = await sendFiles(testApp, photo, hanako, formerNurse)
  await judge(true, 'a nurse', former.urls.slice(0, 1), formerNurse)
  await context.db.execute(sql`update users set role = 'patient' where id = ${formerNurse.id}`)
  await judge(false, 'after the nurse lost the role', former.urls, formerNurse)
  const deactivated = await testApp.add({ role: 'doctor', last_name: 'gone' })
  const old = await sendFiles(testApp, photo, hanako, deactivated)
  await context.db.execute(sql`update users set deactivated_at = now() where id = ${deactivated.id}`)
  await judge(false, 'after deactivation', old.urls, deactivated)
  for (const id of own.ids) {
    const { doctor } = staff
    await app.inject({ method: 'DELETE', url: `/api/messages/${id}`, headers: { authorization: `Token token="${doctor.token}", email="${doctor.email}"` } })
  }
  await judge(false, 'after the message was withdrawn', own.urls, hanako)
  return { n, failures }
}
