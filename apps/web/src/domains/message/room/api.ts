import * as mark from '@sukoyaka/wire/care/message-mark'
import { api, read, write } from '../../../api/api.ts'

export const {
  useListMessagePinsQuery,
  useRemoveMessagePinMutation,
  useListMessageRemindersQuery,
  useAddMessageReminderMutation,
  useRemoveMessageReminderMutation,
} = api.injectEndpoints({
  endpoints: (build) => ({
    listMessagePins: read(build, mark.listMessagePins, 'message_pins'),
    removeMessagePin: write(build, mark.removeMessagePin),
    listMessageReminders: read(build, mark.listMessageReminders, 'message_reminders'),
    addMessageReminder: write(build, mark.addMessageReminder),
    removeMessageReminder: write(build, mark.removeMessageReminder),
  }),
})
