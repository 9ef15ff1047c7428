import { message_card } from '@sukoyaka/phrases/care/message-card'
import { formatInstant } from '@sukoyaka/rules/time'
import { isCareRole, type Role } from '@sukoyaka/wire/access'
import type { addInterviewProposal, chooseInterviewProposal } from '@sukoyaka/wire/care/message-card'
import { assertValid } from '../../../../access/rows.ts'
import { translate } from '../../../../config/language.ts'
import { apiError } from '../../../../errors/api-error.ts'
import { urlsFor } from '../../../../files/signed-file.ts'
import type { Call } from '../../../../http/serve.ts'
import { publishPatientEvent, publishUserEvent } from '../../../../realtime/event-rows.ts'
import { interviewNoticeQueue } from '../../../interview/actions/write.ts'
import { conflictsOf } from '../../../interview/conflict-store.ts'
import type { InterviewNotice } from '../../../interview/notice-store.ts'
import { insertInterview } from '../../../interview/write-store.ts'
import { requirePatient } from '../../../patient/require-store.ts'
import { lockRoomOf } from '../../counter-store.ts'
import { insertMessage } from '../../thread/send-store.ts'
import { messageOf } from '../../thread/store.ts'
import { findActiveStaff, lockProposal, notifyChosen, updateProposal } from '../store.ts'

const endOf = (start: string, minutes: number) => new Date(Date.parse(start) + minutes * 60_000).toISOString()
/** How far ahead a proposed time can be: two years. */
const maxAheadMs = 730 * 86_400_000

/** The given times as ISO text, in order. Throws `invalid` (`starts`) for a repeated or past time and for one more than two years ahead. */
export const validStarts = (given: readonly string[], now: number): string[] => {
  const starts = [...new Set(given.map((start) => new Date(start).toISOString()))].sort()
  assertValid({
    starts:
      starts.length < given.length
        ? 'twice'
        : starts.some((start) => Date.parse(start) <= now)
          ? 'in_past'
          : starts.some((start) => Date.parse(start) > now + maxAheadMs) && 'too_far_ahead',
  })
  return starts
}

type ProposalCall = Pick<Call<typeof addInterviewProposal>, 'context' | 'actor' | 'scope'>
export const readMessage = ({ context, actor, scope }: ProposalCall, id: number) => messageOf({ actor, scope, urlOf: urlsFor(context, actor.id) }, id)

/** The proposer takes part in the interview if they have a care role. */
const hostsOf = (id: number, role: Role) => (isCareRole(role) ? [id] : [])

export const propose = async (call: Call<typeof addInterviewProposal>) => {
  const { context, actor, scope, input } = call
  const { patient_id, kind, meeting_type, minutes, body, client_id } = input
  await requirePatient(scope, patient_id)
  const starts = validStarts(input.starts, context.clock().getTime())
  for (const from of starts) {
    const conflicts = await conflictsOf(scope, { interviewee_id: patient_id, participants: hostsOf(actor.id, actor.role), from, to: endOf(from, minutes) })
    // the field has the index of the time, so that the form shows the error beside that time
    const at = input.starts.findIndex((start) => Date.parse(start) === Date.parse(from))
    if (conflicts.length) throw apiError('interview_conflict', { fields: { [`starts.${at}`]: ['taken'] } })
  }
  const card = { kind, meeting_type, minutes, starts, chosen_at: null, interview_id: null, declined_at: null, wanted_starts: [] }
  const sent = { patient_id, message_type: 'interview_proposal' as const, card, ...(body && { body }), ...(client_id && { client_id }) }
  const { id, isNew } = await insertMessage({ ...call, now: context.clock() }, sent)
  call.about(isNew ? 'message.new' : 'message.changed', id)
  return readMessage(call, id)
}

/**
 * Creates the interview at the chosen time, with the proposer if they are active and have a care role. Patients cannot create interviews in any other way.
 * Without an active proposer, the patient's choice is also sent as a message, and the room needs a reply: a member of staff must take over the interview.
 */
export const choose = async (call: Call<typeof chooseInterviewProposal>) => {
  const { db, context, scope, scopeOf, actor, language, input } = call
  // lock the room first, in the same order as sending and deleting a message
  await lockRoomOf(scope, input.id)
  const { patient_id, sender_id, card } = await lockProposal(scope, input.id)
  const start = new Date(input.start).toISOString()
  if (card.chosen_at === start) return readMessage(call, input.id)
  assertValid({ start: !card.starts.includes(start) && 'not_allowed' })
  if (card.chosen_at !== null || card.declined_at !== null || Date.parse(start) <= context.clock().getTime()) throw apiError('offer_over')
  const host = await findActiveStaff(db, sender_id)
  const newInterview = {
    interviewee_id: patient_id,
    kind: card.kind,
    meeting_type: card.meeting_type,
    conducted_at: start,
    ends_at: endOf(start, card.minutes),
    participants: host ? hostsOf(sender_id, host.role) : [],
  }
  const reader = { language, urlOf: urlsFor(context, actor.id) }
  // use the proposer's scope: it includes the proposer's interviews with other patients, which must not overlap
  const hostScope = host ? scopeOf({ id: sender_id, role: host.role }, 'patient.read') : scope
  const interview = await insertInterview(hostScope, newInterview, context.clock(), reader)
  await updateProposal(scope, input.id, { ...card, chosen_at: start, interview_id: interview.id })
  const notice: InterviewNotice = { interview_id: interview.id, sequence: interview.sequence, change: 'made' }
  await context.jobs.send(db, interviewNoticeQueue, notice)
  if (host && sender_id !== actor.id) {
    await notifyChosen(db, { user_id: sender_id, patient_id, message_id: input.id, record_id: interview.id })
    await publishUserEvent(db, sender_id, ['notifications'])
  }
  if (!host && actor.id === patient_id) {
    const body = translate(message_card, language, 'choose.message', { at: formatInstant(start, language, 'weekday') })
    const { id } = await insertMessage({ ...call, now: context.clock() }, { patient_id, body, reply_to_message_id: input.id, isAnswer: true })
    await publishPatientEvent(db, patient_id, ['messages'], { kind: 'message.new', record_id: id })
  }
  call.about('message.changed', input.id)
  return readMessage(call, input.id)
}
