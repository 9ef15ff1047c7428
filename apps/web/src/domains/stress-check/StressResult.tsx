import type { JobStressCheck } from '@sukoyaka/wire/record/stress-check'
import { IconPrinter } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button/Button.tsx'
import { Checkbox } from '../../ui/choice/Checkbox.tsx'
import { formatDate, useLanguage } from '../../ui/date/tokyo.ts'
import { save } from '../../ui/form/save.ts'
import { Card } from '../../ui/layout/Card.tsx'
import { MarkIcon } from '../../ui/status/marks.tsx'
import { useChangeJobStressCheckMutation } from './api.ts'
import { InterviewRequest, StaffInterviewRequest } from './InterviewRequest.tsx'
import classes from './StressResult.module.css'
import { OwnScales, StaffScales } from './StressScales.tsx'
import { StressSums } from './StressSums.tsx'
import { listWords, rowsOf, type ScaleRow, weakRows } from './scales.ts'

type Props = { check: JobStressCheck; before?: JobStressCheck; isOwn: boolean }

/** Result of a stress check: verdict and sentence first, then each scale. Staff also see the sums. */
export function StressResult({ check, before, isOwn }: Props) {
  const { t } = useTranslation('stress_check')
  const language = useLanguage()
  const day = formatDate(check.answered_at, language)
  const rows = rowsOf(check, before)
  return (
    <Card
      title={t('result.title', { day })}
      className={classes.result}
      action={
        isOwn ? undefined : (
          <Button kind="ghost" size="small" className={classes.print} icon={<IconPrinter aria-hidden />} onClick={() => window.print()}>
            {t('result.print')}
          </Button>
        )
      }
    >
      <div className={classes.top}>
        <div>
          <p className={classes.verdict} data-high={(isOwn && check.is_high_stress) || undefined}>
            {check.is_high_stress ? <MarkIcon tone={isOwn ? 'warning' : 'danger'} size={16} /> : null}
            {isOwn ? t(check.is_high_stress ? 'result.high' : 'result.notHigh') : t(check.is_high_stress ? 'result.staffHigh' : 'result.staffNotHigh')}
          </p>
          {rows.length ? <Sentence rows={rows} isOwn={isOwn} /> : <p className={classes.text}>{t('scale.none')}</p>}
          {isOwn ? <p className={classes.text}>{t(check.is_high_stress ? 'result.highText' : 'result.notHighText')}</p> : null}
          {!isOwn && check.is_high_stress ? <p className={classes.text}>{t('result.staffHighText')}</p> : null}
          {isOwn ? null : <StaffInterviewRequest check={check} />}
          {isOwn && check.is_high_stress ? <InterviewRequest check={check} /> : null}
        </div>
        {isOwn ? null : <StressSums check={check} />}
      </div>
      {rows.length ? isOwn ? <OwnScales rows={rows} /> : <StaffScales check={check} before={before} rows={rows} /> : null}
      <p className={classes.source}>{t('result.judged', { method: t(`result.method.${check.method}`), source: t('result.source') })}</p>
      {isOwn ? <ConsentCheckbox check={check} /> : null}
    </Card>
  )
}

function Sentence({ rows, isOwn }: { rows: ScaleRow[]; isOwn: boolean }) {
  const { t } = useTranslation('stress_check')
  const language = useLanguage()
  const names = (scaleRows: ScaleRow[]) =>
    listWords(
      scaleRows.map(({ display_name }) => display_name),
      language,
    )
  const weak = weakRows(rows)
  const worst = weak.filter(({ point }) => point === 1)
  const shown = worst.length ? worst : weak
  const fallen = rows.filter(({ point, before }) => before !== undefined && point < before).length
  const risen = rows.filter(({ point, before }) => before !== undefined && point > before).length
  const hasBefore = rows.some(({ before }) => before !== undefined)
  return (
    <p className={classes.text}>
      {shown.length ? t(isOwn ? 'sentence.own' : worst.length ? 'sentence.worst' : 'sentence.weak', { names: names(shown) }) : t('sentence.none')}
      {hasBefore ? `${language === 'ja' ? '' : ' '}${fallen || risen ? t('sentence.change', { fallen, risen }) : t('sentence.same')}` : null}
    </p>
  )
}

function ConsentCheckbox({ check }: { check: JobStressCheck }) {
  const { t } = useTranslation('stress_check')
  const language = useLanguage()
  const [change, { isLoading }] = useChangeJobStressCheckMutation()
  const isShared = check.consented_at !== null
  return (
    <div className={classes.share}>
      <Checkbox
        label={t('share.label')}
        checked={isShared}
        disabled={isLoading}
        onChange={({ target }) =>
          void save(() => change({ id: check.id, consented: target.checked }), {
            done: t(target.checked ? 'share.on' : 'share.off'),
            failed: t('share.failed'),
          })
        }
      />
      <p className={classes.shareText}>{check.consented_at ? t('share.since', { day: formatDate(check.consented_at, language) }) : t('share.text')}</p>
    </div>
  )
}
