import { useEffect, useState } from 'react'
import { useGetNotificationSettingsQuery, usePutNotificationSettingsMutation } from '../../notification/notification-settings.ts'
import { readSendKey, type SendKey, writeSendKey } from './send-key.ts'

/** Send key, stored per user on the server, which is asked once `isNeeded`. Until its value is loaded, the copy in localStorage is used. */
export function useSendKey(me_id: number, isNeeded: boolean): [SendKey, (next: SendKey) => void] {
  const { data } = useGetNotificationSettingsQuery({}, { skip: !isNeeded })
  const [saveSettings] = usePutNotificationSettingsMutation()
  const [chosen, setChosen] = useState<SendKey>()
  const savedKey: SendKey | undefined = data?.send_key
  useEffect(() => {
    if (savedKey) writeSendKey(me_id, savedKey)
  }, [me_id, savedKey])
  const choose = (next: SendKey) => {
    setChosen(next)
    writeSendKey(me_id, next)
    if (data) void saveSettings({ ...data, send_key: next })
  }
  return [chosen ?? savedKey ?? readSendKey(me_id), choose]
}
