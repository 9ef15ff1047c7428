import { type Interview, maxSummaryLength } from '@sukoyaka/wire/care/interview'
import { IconPencil } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button/Button.tsx'
import { TextArea } from '../../../ui/form/TextArea.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import classes from './Editor.module.css'
import type { Edit } from './use-edit.ts'

type Props = { interview: Interview; edit: Edit; mayNote: boolean; isRead: boolean }

/** Summary for the patient. `isRead`: a saved summary is shown as text; a button opens the field. */
export function SummaryCard({ interview, edit, mayNote, isRead }: Props) {
  const { t } = useTranslation('interviews')
  const [isEditing, setEditing] = useState(false)
  const { form, other } = edit
  const { values, put } = form
  const isMissing = isRead && interview.status !== 'cancelled' && interview.patient_summary === ''
  const isShown = isRead && interview.patient_summary !== '' && !isEditing && !other && values.summary === interview.patient_summary
  return (
    <Card title={t('summary')} action={<span className={classes.shown}>{t('summary.shown')}</span>}>
      {isShown ? (
        <>
          <p className={classes.read} lang="ja">
            {interview.patient_summary}
          </p>
          {mayNote ? (
            <Button size="small" icon={<IconPencil aria-hidden />} onClick={() => setEditing(true)}>
              {t('summary.edit')}
            </Button>
          ) : null}
        </>
      ) : isMissing && !mayNote ? (
        <p className={classes.read}>{t('summary.none')}</p>
      ) : (
        <TextArea
          label={t('summary.label')}
          hint={isMissing ? t('summary.noneHint') : undefined}
          rows={5}
          maxLength={maxSummaryLength}
          disabled={!mayNote}
          {...form.field('summary')}
        />
      )}
      {other && other.patient_summary !== values.summary.trim() ? (
        <div className={classes.both} role="alert">
          <p>{t('summary.both')}</p>
          <blockquote lang="ja">{other.patient_summary}</blockquote>
          <div className={classes.videoActions}>
            <Button
              size="small"
              onClick={() => {
                put({ summary: other.patient_summary })
                edit.setOther(undefined)
              }}
            >
              {t('summary.takeTheirs')}
            </Button>
            <Button size="small" onClick={() => edit.setOther(undefined)}>
              {t('summary.keepMine')}
            </Button>
          </div>
        </div>
      ) : null}
    </Card>
  )
}
