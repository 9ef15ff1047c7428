import type { FhirImport } from '@sukoyaka/wire/boards/fhir-import'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button/Button.tsx'
import { DateText } from '../../ui/date/DateText.tsx'
import { save } from '../../ui/form/save.ts'
import { Empty } from '../../ui/layout/Empty.tsx'
import { QueryCard } from '../../ui/loading/QueryCard.tsx'
import { SkeletonRows } from '../../ui/loading/Skeleton.tsx'
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { Badge } from '../../ui/status/Badge.tsx'
import { useListFhirImportsQuery, useUndoFhirImportMutation } from './api.ts'
import { countsOf, Entries } from './Entries.tsx'
import classes from './FhirImport.module.css'

/** Earlier imports of a patient, newest first; with `mayUndo`, they can be undone. */
export function PastImports({ user_id, mayUndo }: { user_id: number; mayUndo: boolean }) {
  const { t } = useTranslation('fhir_import')
  const [asked, setAsked] = useState<FhirImport>()
  const [undo] = useUndoFhirImportMutation()
  const send = async (id: number) => {
    const result = await undo({ id })
    if (result.data?.kept_count) toast.info(t('undoKept', { count: result.data.kept_count }))
    return result
  }
  const undoAsked = ({ id, name }: FhirImport) => {
    setAsked(undefined)
    void save(() => send(id), { done: t('undoDone'), failed: t('undoFailed'), text: name })
  }
  return (
    <>
      <QueryCard
        title={t('past')}
        flush
        query={useListFhirImportsQuery({ user_id })}
        error={t('pastError')}
        empty={<Empty title={t('pastEmpty')} text={mayUndo ? t('pastEmptyText') : undefined} />}
        skeleton={<SkeletonRows count={2} height={56} />}
      >
        {({ items }) => (
          <ul>
            {items.map((each) => (
              <li key={each.id} className={classes.past}>
                <div className={classes.words}>
                  <b>{each.name || '—'}</b>
                  <span className={classes.hint}>
                    <DateText value={each.created_at} time />
                    {'　'}
                    {t('counts', countsOf(each.entries))}
                  </span>
                </div>
                {each.undone_at ? <Badge>{t('undone')}</Badge> : null}
                {!each.undone_at && mayUndo ? (
                  <Button size="small" aria-label={t('undoName', { file: each.name })} onClick={() => setAsked(each)}>
                    {t('undo')}
                  </Button>
                ) : null}
                <details className={classes.details}>
                  <summary>{t('details')}</summary>
                  <Entries entries={each.entries} />
                </details>
              </li>
            ))}
          </ul>
        )}
      </QueryCard>
      {asked ? (
        <ConfirmDialog
          title={t('undoTitle')}
          question={t('undoQuestion')}
          what={asked.name}
          confirm={t('undo')}
          kind="primary"
          onConfirm={() => undoAsked(asked)}
          onClose={() => setAsked(undefined)}
        />
      ) : null}
    </>
  )
}
