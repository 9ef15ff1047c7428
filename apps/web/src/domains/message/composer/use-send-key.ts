import { useEffect, useState } from 'react'
import {
  useGetNotificationSettingsQuery,
  useLazyGetNotificationSettingsQuery,
  usePutNotificationSettingsMutation,
} from '../../notification/notification-settings.ts'
import { readSendKey, type SendKey, writeSendKey } from './send-key.ts'

/** Send key, stored per user on the server and loaded if `isNeeded`. Until it is loaded, the copy in localStorage is used. */
export function useSendKey(me_id: number, isNeeded: boolean): [SendKey, (next: SendKey) => void] {
  const { data } = useGetNotificationSettingsQuery({}, { skip: !isNeeded })
  const [loadSettings] = useLazyGetNotificationSettingsQuery()
  const [saveSettings] = usePutNotificationSettingsMutation()
  const [chosen, setChosen] = useState<SendKey>()
  const savedKey: SendKey | undefined = data?.send_key
  useEffect(() => {
    if (savedKey && !chosen) writeSendKey(me_id, savedKey)
  }, [me_id, savedKey, chosen])
  const choose = async (next: SendKey) => {
    setChosen(next)
    writeSendKey(me_id, next)
    // the endpoint replaces all settings, so the other ones must be loaded first
    const settings = data ?? (await loadSettings({}, true)).data
    if (settings) void saveSettings({ ...settings, send_key: next })
  }
  return [chosen ?? savedKey ?? readSendKey(me_id), (next) => void choose(next)]
}
