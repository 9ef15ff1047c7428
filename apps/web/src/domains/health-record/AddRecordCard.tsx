import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, ButtonLink } from '../../ui/button/Button.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { ErrorState } from '../../ui/layout/Empty.tsx'
import { hasFailed } from '../../ui/loading/QueryView.tsx'
import classes from './AddRecordCard.module.css'
import { useListHealthRecordCategoriesQuery } from './api.ts'
import { RecordDialogs } from './RecordDialogs.tsx'

/** Lets patients record a value from their home page. Links to the list of their records, where they correct one. */
export function AddRecordCard({ user_id }: { user_id: number }) {
  const { t } = useTranslation('health_record')
  const categories = useListHealthRecordCategoriesQuery({})
  const { currentData } = categories
  const [isOpen, setOpen] = useState(false)
  const [isAsked, setAsked] = useState(false)
  const open = () => {
    setAsked(true)
    setOpen(true)
    if (categories.isError) void categories.refetch()
  }
  // the dialog does not open by itself if the kinds are loaded later
  if (isOpen && hasFailed(categories)) setOpen(false)
  return (
    <>
      <Card
        title={t('title')}
        action={
          <ButtonLink kind="ghost" forward to={`/${user_id}/database?tab=activity#health_records`}>
            {t('list')}
          </ButtonLink>
        }
      >
        {isAsked && hasFailed(categories) ? <ErrorState title={t('error')} onRetry={open} /> : null}
        <div className={classes.add}>
          <p>{t('emptyText')}</p>
          <Button icon={<IconPlus aria-hidden />} onClick={open} loading={isAsked && categories.isFetching && !currentData}>
            {t('add.mine')}
          </Button>
        </div>
      </Card>
      <RecordDialogs user_id={user_id} opened={isOpen ? 'new' : undefined} catalogue={currentData?.items} onClose={() => setOpen(false)} />
    </>
  )
}
