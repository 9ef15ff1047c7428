import { type JobStressCheck, stressDomains } from '@sukoyaka/wire/record/stress-check'
import { useTranslation } from 'react-i18next'
import { Checkbox } from '../../ui/choice/Checkbox.tsx'
import { formatDate, useLanguage } from '../../ui/date/tokyo.ts'
import { save } from '../../ui/form/save.ts'
import { Card } from '../../ui/layout/Card.tsx'
import { useChangeJobStressCheckMutation } from './api.ts'
import { StressRadar } from './StressRadar.tsx'
import classes from './StressResult.module.css'

type Props = { check: JobStressCheck; before?: JobStressCheck; isOwn: boolean }

// satisfaction is a single scale, so it has no radar chart
const drawn = stressDomains.filter((domain) => domain !== 'satisfaction')

/** Result of a stress check: full sentences for the person, short labels for staff. */
export function StressResult({ check, before, isOwn }: Props) {
  const { t } = useTranslation('stress_check')
  const language = useLanguage()
  const day = formatDate(check.answered_at, language)
  return (
    <Card title={t('result.title', { day })}>
      <p className={classes.verdict} data-high={check.is_high_stress || undefined}>
        {isOwn ? t(check.is_high_stress ? 'result.high' : 'result.notHigh') : t(check.is_high_stress ? 'result.staffHigh' : 'result.staffNotHigh')}
      </p>
      {isOwn ? <p className={classes.text}>{t(check.is_high_stress ? 'result.highText' : 'result.notHighText')}</p> : null}
      {check.scale_conversion ? (
        <>
          <div className={classes.radars}>
            {drawn.map((domain) => (
              <StressRadar key={domain} domain={domain} check={check} before={before?.scale_conversion ? before : undefined} />
            ))}
          </div>
          <p className={classes.legend}>
            <span className={classes.now} aria-hidden />
            {t('radar.now')} {day}
            {before ? (
              <>
                <span className={classes.before} aria-hidden />
                {t('radar.before')} {formatDate(before.answered_at, language)}
              </>
            ) : null}
          </p>
        </>
      ) : (
        <p className={classes.text}>{t('radar.none')}</p>
      )}
      <p className={classes.source}>{t('result.judged', { method: t(`result.method.${check.method}`), source: t('result.source') })}</p>
      {isOwn ? <Share check={check} /> : null}
    </Card>
  )
}

function Share({ check }: { check: JobStressCheck }) {
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
