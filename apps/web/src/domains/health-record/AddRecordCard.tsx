import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button/Button.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { useListHealthRecordCategoriesQuery } from './api.ts'
import { RecordDialogs } from './RecordDialogs.tsx'

/** Lets patients record a value from their home page. */
export function AddRecordCard({ user_id }: { user_id: number }) {
  const { t } = useTranslation('health_record')
  const { currentData } = useListHealthRecordCategoriesQuery({})
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Card
        title={t('title')}
        action={
          <Button kind="secondary" icon={<IconPlus aria-hidden />} onClick={() => setOpen(true)} disabled={!currentData}>
            {t('add.mine')}
          </Button>
        }
      >
        <p>{t('emptyText')}</p>
      </Card>
      <RecordDialogs user_id={user_id} opened={isOpen ? 'new' : undefined} catalogue={currentData?.items} onClose={() => setOpen(false)} />
    </>
  )
}
