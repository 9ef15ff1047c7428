import { useEffect, useRef, useState } from 'react'
import {
  useGetNotificationSettingsQuery,
  useLazyGetNotificationSettingsQuery,
  usePutNotificationSettingsMutation,
} from '../../notification/notification-settings.ts'
import { readSendKey, readUnsavedSendKey, type SendKey, writeSendKey } from './send-key.ts'

/** Send key, stored per user on the server and loaded if `isNeeded`. Until it is loaded, the copy in localStorage is used. */
export function useSendKey(me_id: number, isNeeded: boolean): [SendKey, (next: SendKey) => void] {
  const { data } = useGetNotificationSettingsQuery({}, { skip: !isNeeded })
  const [loadSettings] = useLazyGetNotificationSettingsQuery()
  const [saveSettings] = usePutNotificationSettingsMutation()
  // chosen before a reload that came before the response
  const [unsaved] = useState(() => readUnsavedSendKey(me_id))
  const [chosen, setChosen] = useState(unsaved)
  const savedKey: SendKey | undefined = data?.send_key
  useEffect(() => {
    if (savedKey && !chosen) writeSendKey(me_id, savedKey, true)
  }, [me_id, savedKey, chosen])
  const choose = async (next: SendKey) => {
    setChosen(next)
    writeSendKey(me_id, next, false)
    // the endpoint replaces all settings, so the other ones must be loaded first
    const settings = data ?? (await loadSettings({}, true)).data
    if (!settings) return
    const { data: saved } = await saveSettings({ ...settings, send_key: next })
    if (saved && readSendKey(me_id) === next) writeSendKey(me_id, next, true)
  }
  const latestChoose = useRef(choose)
  latestChoose.current = choose
  useEffect(() => {
    if (isNeeded && unsaved) void latestChoose.current(unsaved)
  }, [isNeeded, unsaved])
  return [chosen ?? savedKey ?? readSendKey(me_id), (next) => void choose(next)]
}
