import { fullName, readingOf } from '@sukoyaka/rules/person'
import { formatDay, tokyoDay } from '@sukoyaka/rules/time'
import type { MergePatient } from '@sukoyaka/wire/boards/admin/merge'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useLanguage } from '../../../ui/date/tokyo.ts'
import { Card } from '../../../ui/layout/Card.tsx'
import { Empty } from '../../../ui/layout/Empty.tsx'
import { QueryView } from '../../../ui/loading/QueryView.tsx'
import { SkeletonRows } from '../../../ui/loading/Skeleton.tsx'
import { useExistingPage } from '../../../ui/loading/use-existing-page.ts'
import { Badge } from '../../../ui/status/Badge.tsx'
import { Pager } from '../Pager.tsx'
import classes from './MergePage.module.css'
import { useListDuplicatesQuery } from './merge-api.ts'
import { signInOrder, signInText } from './sign-in.ts'

/** Pairs of patients who may be one person. The patient who signed in last is offered as the record to keep. */
export function DuplicateList() {
  const { t } = useTranslation('merge')
  const language = useLanguage()
  const [page, setPage] = useState(1)
  const query = useExistingPage(useListDuplicatesQuery({ page }), page, setPage)
  return (
    <Card title={t('pairs.title')} count={query.currentData?.total_count} flush>
      <QueryView
        query={query}
        error={t('pairs.error')}
        empty={<Empty title={t('pairs.none')} text={t('pairs.noneText')} />}
        skeleton={<SkeletonRows count={4} height={88} />}
      >
        {(data) => (
          <>
            <ul className={classes.pairs}>
              {data.items.map(({ first, second, likenesses }) => {
                const [kept, duplicate] = signInOrder(second) > signInOrder(first) ? [second, first] : [first, second]
                return (
                  <li key={`${first.id}/${second.id}`}>
                    <PatientLines patient={kept} />
                    <PatientLines patient={duplicate} />
                    <p className={classes.likenesses}>
                      {likenesses.map((name) => (
                        <Badge key={name} tone={name === 'birthday_swapped' ? 'warning' : 'outline'}>
                          {t(`like.${name}`)}
                        </Badge>
                      ))}
                    </p>
                    <Link
                      className={classes.compare}
                      to={`/admin/merge?kept=${kept.id}&duplicate=${duplicate.id}`}
                      aria-label={t('pairs.compareNames', {
                        first: `${fullName(kept, language)} ${kept.id}`,
                        second: `${fullName(duplicate, language)} ${duplicate.id}`,
                      })}
                    >
                      {t('pairs.compare')}
                    </Link>
                  </li>
                )
              })}
            </ul>
            {data.total_count > data.items.length ? <Pager data={data} page={page} onPage={setPage} /> : null}
          </>
        )}
      </QueryView>
    </Card>
  )
}

function PatientLines({ patient }: { patient: MergePatient }) {
  const { t } = useTranslation('merge')
  const language = useLanguage()
  const { id, birthday, created_at } = patient
  const signedIn = signInText(t, patient, language)
  return (
    <div className={classes.patient}>
      <p>
        <b lang="ja">{fullName(patient, language)}</b> <span className={classes.number}>{t('number', { id })}</span>
      </p>
      <p lang="ja">{readingOf(patient)}</p>
      <small>
        {[birthday && formatDay(birthday, language), t('registered', { day: formatDay(tokyoDay(created_at), language) }), signedIn]
          .filter(Boolean)
          .map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
      </small>
    </div>
  )
}
