import type { HealthRecord, HealthRecordCategory } from '@sukoyaka/wire/health-record'
import { IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { CallError } from '../kit/call-error.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { toast } from '../ui/toast.ts'
import { formatDate, useLanguage } from '../ui/tokyo.ts'
import { useRemoveHealthRecordMutation } from './api.ts'
import classes from './HealthRecordsCard.module.css'
import { valueText } from './words.ts'

type Props = { record: HealthRecord; catalogue: readonly HealthRecordCategory[]; onClose: () => void }

export function RemoveRecordDialog({ record, catalogue, onClose }: Props) {
  const { t } = useTranslation(['health_record', 'common'])
  const language = useLanguage()
  const [remove] = useRemoveHealthRecordMutation()
  const category = catalogue.find(({ id }) => id === record.category_id)
  const run = async () => {
    const { error } = await remove({ id: record.id })
    if (error) toast.error(t('health_record:remove.failed'), { text: (error as CallError).error, onRetry: () => void run() })
    else toast.success(t('health_record:remove.done'))
  }
  return (
    <Dialog
      title={t('health_record:remove.title')}
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
              void run()
              onClose()
            }}
          >
            {t('health_record:remove.confirm')}
          </Button>
        </>
      )}
    >
      <p>{t('health_record:remove.ask')}</p>
      <blockquote className={classes.quote}>
        {formatDate(record.recorded_at, language, { time: true })} {category?.display_name} {category ? valueText(record, category, language) : ''}
      </blockquote>
    </Dialog>
  )
}
