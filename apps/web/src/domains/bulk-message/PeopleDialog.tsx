import { fullName } from '@sukoyaka/rules/person'
import type { BulkChoice, BulkPreview } from '@sukoyaka/wire/boards/bulk-message'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button/Button.tsx'
import { useLanguage } from '../../ui/date/tokyo.ts'
import { QueryView } from '../../ui/loading/QueryView.tsx'
import { SkeletonLines } from '../../ui/loading/Skeleton.tsx'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import { Avatar } from '../../ui/status/Avatar.tsx'
import { Badge } from '../../ui/status/Badge.tsx'
import { usePreviewBulkMessageMutation } from './api.ts'
import classes from './Bulk.module.css'

/** Recipients, and excluded patients with the reason. */
export function PeopleDialog({ choice, body, onClose }: { choice: BulkChoice; body: string; onClose: () => void }) {
  const { t } = useTranslation('bulk_message')
  const language = useLanguage()
  const [requestPreview, { isLoading, isError }] = usePreviewBulkMessageMutation()
  const [pages, setPages] = useState<BulkPreview[]>([])
  const load = async (page: number) => {
    const { data } = await requestPreview({ choice, body, page })
    if (data) setPages((before) => [...before.slice(0, page - 1), data])
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: loads the choice as it was when the dialog opened
  useEffect(() => {
    void load(1)
  }, [])
  const query = { currentData: pages[0], isError, isFetching: isLoading, refetch: () => load(1) }
  const next = pages.at(-1)?.next_page
  return (
    <Dialog title={t('people.title')} width={640} onClose={onClose}>
      <QueryView query={query} error={t('count.failed')} isEmpty={() => false} skeleton={<SkeletonLines count={6} />}>
        {(first) => (
          <>
            <h3 className={classes.heading}>{t('people.to', { count: first.total_count })}</h3>
            {first.total_count ? null : <p className={classes.hint}>{t('people.empty')}</p>}
            <ul className={classes.list}>
              {pages
                .flatMap(({ items }) => items)
                .map(({ patient, chat }) => (
                  <li key={patient.id} className={classes.row}>
                    <Avatar person={patient} size={28} />
                    <span className={classes.words} lang="ja">
                      {fullName(patient, language)}
                    </span>
                    {chat ? null : <Badge tone="outline">{t('preview.noChat')}</Badge>}
                  </li>
                ))}
            </ul>
            {next ? (
              <Button kind="ghost" size="small" loading={isLoading} onClick={() => void load(next)}>
                {t('more')}
              </Button>
            ) : null}
            {first.left_out_count ? (
              <>
                <h3 className={classes.heading}>{t('people.out', { count: first.left_out_count })}</h3>
                <ul className={classes.list}>
                  {first.left_out.map(({ patient, patient_id, reason }) => (
                    <li key={patient_id} className={classes.row}>
                      <span className={classes.words} lang={patient ? 'ja' : undefined}>
                        {patient ? fullName(patient, language) : t('people.notFound', { id: patient_id })}
                      </span>
                      <span className={classes.hint}>{t(`reason.${reason}`)}</span>
                    </li>
                  ))}
                </ul>
                {first.left_out_count > first.left_out.length ? (
                  <p className={classes.hint}>{t('people.outMore', { count: first.left_out_count - first.left_out.length })}</p>
                ) : null}
              </>
            ) : null}
          </>
        )}
      </QueryView>
    </Dialog>
  )
}
