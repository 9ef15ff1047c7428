import type { Message, MessageFile } from '@sukoyaka/wire/care/message'
import type { MessageRoom, RoomFile } from '@sukoyaka/wire/care/message-room'
import type { Person } from '@sukoyaka/wire/people/account'

const person = (id: number, role: Person['role'], last_name: string, first_name: string): Person => ({
  id,
  role,
  last_name,
  first_name,
  last_name_kana: '',
  first_name_kana: '',
  icon: null,
})
export const patient = person(1, 'patient', '佐伯', '恵子')
export const nurse = person(7, 'nurse', '小林', '美咲')
export const doctor = person(2, 'doctor', '中村', '健一')

export const message = (id: number, more: Partial<Message> = {}): Message => ({
  id,
  patient_id: patient.id,
  sender: patient,
  body: '今朝は128/82でした。',
  content_type: 'text',
  message_type: 'user',
  is_urgent: false,
  reply_to_message_id: null,
  reply_to: null,
  images: [],
  files: [],
  mentions: [],
  reactions: [],
  like_count: 0,
  my_like_id: null,
  open_count: 0,
  pin_id: null,
  data_entry_request: null,
  interview_proposal: null,
  recommendation_id: null,
  client_id: null,
  published_at: '2026-11-20T00:00:00Z',
  deleted_at: null,
  ...more,
})

export const lastMessage = (body: string, more: Partial<NonNullable<MessageRoom['last_message']>> = {}): MessageRoom['last_message'] => ({
  id: 9,
  sender: nurse,
  body,
  content_type: 'text',
  message_type: 'user',
  ...more,
})

/** Conversation of the patient with this id. */
export const room = (id: number, last_name: string, more: Partial<MessageRoom> = {}): MessageRoom => ({
  id,
  patient: { id, first_name: '恵子', last_name, first_name_kana: '', last_name_kana: '', icon: null, birthday: '1968-03-14', sex: 'female', plan: null },
  chat: true,
  unread_count: 0,
  last_message_at: '2026-11-20T23:40:00Z',
  last_message: lastMessage('次回の件、手配しました。'),
  last_read_message_id: null,
  unresponded_since: null,
  assignee: null,
  last_reminded_at: null,
  next_remind_at: null,
  ...more,
})

export const file = (n: number): MessageFile => ({
  attachment_id: n,
  signed_id: 'over',
  content_type: 'application/pdf',
  name: `献立${n}.pdf`,
  size: 2_048,
  address: '/files/over',
})
export const roomFile = (n: number): RoomFile => ({ ...file(n), message_id: 100 + n, sender: patient, published_at: '2026-11-20T00:00:00Z' })
