import * as mark from '@sukoyaka/wire/care/message-mark'
import { api, mutationEndpoint, queryEndpoint } from '../../../api/api.ts'

export const {
  useListMessagePinsQuery,
  useRemoveMessagePinMutation,
  useListMessageRemindersQuery,
  useAddMessageReminderMutation,
  useRemoveMessageReminderMutation,
} = api.injectEndpoints({
  endpoints: (build) => ({
    listMessagePins: queryEndpoint(build, mark.listMessagePins, 'message_pins'),
    removeMessagePin: mutationEndpoint(build, mark.removeMessagePin),
    listMessageReminders: queryEndpoint(build, mark.listMessageReminders, 'message_reminders'),
    addMessageReminder: mutationEndpoint(build, mark.addMessageReminder),
    removeMessageReminder: mutationEndpoint(build, mark.removeMessageReminder),
  }),
})
