import { markedStatus } from '@sukoyaka/rules/record/checkup'
import type { ResultStatus, TestPackage, TestResult } from '@sukoyaka/wire/record/checkup'
import { IconPhone } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { formatDate, useLanguage } from '../../../ui/date/tokyo.ts'
import { QueryView } from '../../../ui/loading/QueryView.tsx'
import { Skeleton } from '../../../ui/loading/Skeleton.tsx'
import { StatusMark } from '../../../ui/status/StatusMark.tsx'
import { CheckupImages } from '../../imaging/release/CheckupImages.tsx'
import { isAbnormal, type NewestValue, newestOfEach } from '../abnormal.ts'
import { useSide } from '../explain/use-side.ts'
import { FarWord } from '../FarWord.tsx'
import { useNewestValueTexts, useNoConcern, useNoneAbnormal } from '../newest-value-texts.ts'
import { ProviderJudgements } from '../ProviderJudgements.tsx'
import { shownSide } from '../spoken.ts'
import { rangesById, useCheckupResults, useCheckupValues } from '../use-newest-values.ts'
import classes from './ReleaseDialog.module.css'

type RangeOf = ReturnType<typeof rangesById>

/** Every critical value, also one before a newer value of its item: the patient must be told of each. */
const criticalIn = (results: readonly TestResult[], newestValues: readonly NewestValue[], rangeOf: RangeOf): NewestValue[] =>
  newestValues.flatMap(({ category }) => {
    const ofItem = results.filter(({ category_id }) => category_id === category.id)
    return ofItem.filter(({ is_serious }) => is_serious).flatMap((critical) => newestOfEach(ofItem, rangeOf, [critical]))
  })

/** The values of a checkup for staff; values that require a phone call come first. */
export function ReleaseValues({ checkup }: { checkup: TestPackage }) {
  const { t } = useTranslation('release')
  return (
    <QueryView
      query={useCheckupResults(checkup)}
      error={t('dialog.error')}
      skeleton={
        <div className={classes.waiting}>
          <Skeleton height={96} />
        </div>
      }
    >
      {({ items, ranges }) => (
        <>
          <StaffValues checkup={checkup} results={items} rangeOf={rangesById(ranges)} />
          <ProviderJudgements judgements={checkup.provider_judgements} />
          <CheckupImages checkup={checkup} audience="staff" />
        </>
      )}
    </QueryView>
  )
}

type StaffProps = { checkup: TestPackage; results: readonly TestResult[]; rangeOf: RangeOf }

function StaffValues({ checkup: { called_on, released_at }, results, rangeOf }: StaffProps) {
  const { t } = useTranslation('release')
  const language = useLanguage()
  const newestValues = newestOfEach(results, rangeOf)
  const serious = criticalIn(results, newestValues, rangeOf)
  const abnormal = newestValues.filter((newestValue) => isAbnormal(newestValue) && !newestValue.newest.is_serious)
  const none = useNoneAbnormal(newestValues)
  return (
    <>
      {serious.length ? (
        <section className={classes.serious}>
          <h3 className={classes.heading}>
            <IconPhone aria-hidden />
            {t('dialog.serious')}
          </h3>
          <Values newestValues={serious} audience="staff" />
          <p className={classes.note}>
            {called_on ? t('dialog.seriousTold', { day: formatDate(called_on, language) }) : t(released_at ? 'dialog.seriousReleased' : 'dialog.seriousText')}
          </p>
        </section>
      ) : null}
      <section>
        <h3 className={classes.heading}>
          {t('dialog.out')} <span className={classes.of}>{t('dialog.values', { count: newestValues.length })}</span>
        </h3>
        {abnormal.length ? (
          <Values newestValues={abnormal} audience="staff" />
        ) : (
          <p className={classes.note}>{serious.length ? t('dialog.noneElse') : none.title}</p>
        )}
        {none.text ? <p className={classes.note}>{none.text}</p> : null}
      </section>
    </>
  )
}

/** The comment, the abnormal values and the images in the wording that the patient reads. */
export function ReleasePreview({ checkup, comment }: { checkup: TestPackage; comment: string }) {
  const { t } = useTranslation(['release', 'checkup'])
  const { currentData: newestValues } = useCheckupValues(checkup)
  const abnormal = newestValues?.filter(isAbnormal) ?? []
  const none = useNoConcern(newestValues ?? [])
  return (
    <section className={classes.preview}>
      <h3 className={classes.heading}>{t('release:dialog.preview')}</h3>
      <p className={comment.trim() ? classes.comment : classes.note} lang={comment.trim() ? 'ja' : undefined}>
        {comment.trim() || t('release:dialog.previewEmpty')}
      </p>
      {newestValues?.length ? <h4 className={classes.small}>{t('checkup:concern.title')}</h4> : null}
      {newestValues?.length && abnormal.length === 0 ? (
        <p className={classes.note}>
          {none.title}
          <br />
          {none.text}
        </p>
      ) : null}
      {abnormal.length ? <Values newestValues={abnormal} audience="patient" /> : null}
      <CheckupImages checkup={checkup} audience="patient" />
    </section>
  )
}

export function Values({ newestValues, audience }: { newestValues: NewestValue[]; audience: 'staff' | 'patient' }) {
  return (
    <ul>
      {newestValues.map((newestValue) => (
        <Value key={newestValue.newest.id} newestValue={newestValue} audience={audience} />
      ))}
    </ul>
  )
}

function Value({ newestValue, audience }: { newestValue: NewestValue; audience: 'staff' | 'patient' }) {
  const texts = useNewestValueTexts(newestValue)
  const side = useSide(newestValue)
  const language = useLanguage()
  const { newest, later, points } = newestValue
  const isOneOfSeveral = later !== undefined || points.length > 1
  return (
    <li className={classes.value}>
      <span className={classes.name}>
        <span lang={texts.nameLang}>{texts.name}</span> {audience === 'staff' && newestValue.isFar && !newest.is_serious ? <FarWord /> : null}
        {audience === 'staff' && isOneOfSeveral ? (
          <time className={classes.at} dateTime={newest.recorded_at}>
            {formatDate(newest.recorded_at, language, { time: true })}
          </time>
        ) : null}
      </span>
      <span className={classes.measured}>
        <b>{texts.value}</b> <small>{texts.unit}</small>
      </span>
      <span className={classes.status}>
        <StatusMark
          status={markedStatus({ status: newest.status as ResultStatus | null, is_serious: newest.is_serious })}
          audience={audience}
          direction={shownSide(audience, newestValue.category, side)}
        />
      </span>
    </li>
  )
}
