import * as message from '@sukoyaka/wire/message'
import { refuse } from '../../kit/refusal.ts'
import { serve } from '../../kit/serve.ts'
import { getRoom, roomsOf } from './store.ts'

export const roomRoutes = [
  serve(message.listMessageRooms, ({ db, house, actor, reach, input, language }) => {
    // looking for patients by their doctor is the nurses' way of working
    if (input.q?.main_doctor_full_name_cont !== undefined && actor.role !== 'nurse') throw refuse('forbidden')
    return roomsOf(db, reach, { actor, now: house.clock(), language }, input)
  }),
  serve(message.getMessageRoom, ({ db, house, actor, reach, input, language }) => getRoom(db, reach, { actor, now: house.clock(), language }, input)),
]
