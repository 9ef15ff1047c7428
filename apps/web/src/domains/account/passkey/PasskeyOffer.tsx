import { tokyoDay } from '@sukoyaka/rules/time'
import { addPasskey } from '@sukoyaka/wire/people/passkey'
import { IconKey } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { invalidateChanges } from '../../../api/api.ts'
import { useAppDispatch } from '../../../api/store.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { showDay } from '../../../ui/date/day.ts'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { useListPasskeysQuery } from '../security-api.ts'
import { postponeOffer } from './offer.ts'
import { createPasskey } from './passkey.ts'

/** Offers a passkey to somebody who has none. No password is asked for: the server requires none within 10 minutes of the sign-in. */
export function PasskeyOffer({ user_id }: { user_id: number }) {
  const { data } = useListPasskeysQuery({})
  return data?.items.length === 0 ? <OfferDialog user_id={user_id} /> : null
}

function OfferDialog({ user_id }: { user_id: number }) {
  const { t } = useTranslation('account_settings')
  const dispatch = useAppDispatch()
  const [isOpen, setOpen] = useState(true)
  const [isBusy, setBusy] = useState(false)
  if (!isOpen) return null
  const close = () => {
    postponeOffer(user_id, Date.now())
    setOpen(false)
  }
  const add = async () => {
    setBusy(true)
    const name = t('passkeys.defaultName', { day: showDay(tokyoDay(new Date())) })
    const result = await createPasskey(dispatch, { name })
    setBusy(false)
    if ('failure' in result) {
      // cancelling is no error: the offer stays open
      if (result.failure === 'cancelled') return
      close()
      return void toast.error(t('passkeys.failed'), { text: t(`passkeys.${result.failure}`) })
    }
    if (!result.data) {
      setOpen(false)
      // more than 10 minutes after the sign-in the server asks for the password; only the settings have a field for it
      const isLate = result.error?.fields?.old_password !== undefined
      return void toast.error(t('passkeys.failed'), { text: isLate ? t('passkeys.offerLate') : result.error?.error })
    }
    close()
    dispatch(invalidateChanges(addPasskey))
    toast.success(t('passkeys.added'))
  }
  return (
    <Dialog
      title={t('passkeys.offerTitle')}
      onClose={close}
      footer={(closeDialog) => (
        <>
          <Button kind="neutral" onClick={closeDialog}>
            {t('passkeys.later')}
          </Button>
          <Button kind="primary" icon={<IconKey aria-hidden />} loading={isBusy} onClick={() => void add()}>
            {t('passkeys.add')}
          </Button>
        </>
      )}
    >
      <p>{t('passkeys.lead')}</p>
      <p>{t('passkeys.offerText')}</p>
    </Dialog>
  )
}
