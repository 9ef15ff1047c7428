import type { Karte } from '@sukoyaka/wire/karte'
import { IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { save } from '../ui/save.ts'
import { formatDate, useLanguage } from '../ui/tokyo.ts'
import { useRemoveKarteMutation } from './api.ts'

/** Asked because it cannot be undone. */
export function RemoveDialog({ karte, onClose }: { karte: Karte; onClose: () => void }) {
  const { t } = useTranslation(['karte', 'common'])
  const language = useLanguage()
  const [remove] = useRemoveKarteMutation()
  return (
    <Dialog
      title={t('remove.title')}
      subtitle={t('item.title', { when: formatDate(karte.created_at, language, { time: true }) })}
      onClose={onClose}
      footer={(close) => (
        <>
          <Button kind="neutral" onClick={close}>
            {t('common:action.cancel')}
          </Button>
          <Button
            kind="dan"
            icon={<IconTrash aria-hidden />}
            onClick={() => {
              void save(() => remove({ id: karte.id }), { done: t('remove.done'), failed: t('remove.failed') })
              onClose()
            }}
          >
            {t('remove.confirm')}
          </Button>
        </>
      )}
    >
      <p>{t('remove.ask')}</p>
    </Dialog>
  )
}
