import { getNotificationSettings, type NotificationSettings, putNotificationSettings } from '@sukoyaka/wire/people/notification'
import { act, renderHook, waitFor } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { Provider } from 'react-redux'
import { afterEach, expect, test } from 'vitest'
import { network, reply, sent, settled, setUpNetwork } from '../../../test/network.ts'
import { storeOf } from '../../../test/store.ts'
import { readSendKey, readUnsavedSendKey } from './send-key.ts'
import { useSendKey } from './use-send-key.ts'

setUpNetwork()
afterEach(() => localStorage.clear())

test('a send key chosen before the settings are loaded is saved', async () => {
  const settings: NotificationSettings = { mail_enabled: true, push_enabled: false, hours: null, send_key: 'ctrl_enter' }
  const loading = Promise.withResolvers<NotificationSettings>()
  network.use(
    reply(getNotificationSettings, () => loading.promise),
    reply(putNotificationSettings, (next) => next),
  )
  const store = storeOf('nurse')
  const { result } = renderHook(() => useSendKey(7, true), { wrapper: ({ children }) => <Provider store={store}>{children}</Provider> })
  act(() => result.current[1]('enter'))
  await act(async () => loading.resolve(settings))
  await waitFor(() => expect(sent(putNotificationSettings)).toEqual([{ ...settings, send_key: 'enter' }]))
  await settled()
  expect([result.current[0], readSendKey(7)]).toEqual(['enter', 'enter'])
})

test('a send key chosen just before a reload is saved by the next page', async () => {
  const settings: NotificationSettings = { mail_enabled: true, push_enabled: false, hours: null, send_key: 'ctrl_enter' }
  let isGone = true
  network.use(
    reply(getNotificationSettings, settings),
    reply(putNotificationSettings, (next) => (isGone ? HttpResponse.error() : next)),
  )
  const open = () => {
    const store = storeOf('nurse')
    return renderHook(() => useSendKey(7, true), { wrapper: ({ children }) => <Provider store={store}>{children}</Provider> })
  }
  const first = open()
  act(() => first.result.current[1]('enter'))
  await waitFor(() => expect(sent(putNotificationSettings)).not.toEqual([]))
  first.unmount()
  isGone = false
  const { result } = open()
  expect(result.current[0]).toBe('enter')
  await waitFor(() => expect(readUnsavedSendKey(7)).toBeUndefined())
  expect([result.current[0], readSendKey(7), sent(putNotificationSettings).at(-1)]).toEqual(['enter', 'enter', { ...settings, send_key: 'enter' }])
})
