import type { Step } from '@sukoyaka/rules/care/questionnaire-steps'
import { formatAnswer } from '@sukoyaka/rules/record/answer'
import { skinType } from '@sukoyaka/rules/record/lifestyle'
import { IconTriangleFilled } from '@tabler/icons-react'
import { clsx } from 'clsx'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button/Button.tsx'
import { useLanguage } from '../../ui/date/tokyo.ts'
import { type Answers, isAnswered } from './answers.ts'
import { RedFlag } from './questions/Questions.tsx'
import classes from './Review.module.css'

type Props = { steps: readonly Step[]; answers: Answers; onStep?: (at: number) => void; onPath?: (path: string) => void; isInside?: boolean }

/**
 * The answers: reported symptoms first, then each page with its number of unanswered questions. With `onStep` and `onPath`, entries link to their
 * questions.
 */
export function Review({ steps, answers, onStep, onPath, isInside }: Props) {
  const { t } = useTranslation('questionnaire')
  const symptoms = steps.flatMap((step) => step.symptoms)
  const felt = symptoms.filter(({ name, value_type }) => value_type === 'boolean' && answers[`symptoms.${name}`]?.value === 1)
  const hasRedFlag = felt.some(({ red_flag }) => red_flag)
  const openPaths = (step: Step) => step.paths.filter((path) => !isAnswered(answers, path))
  const openCount = steps.reduce((sum, step) => sum + openPaths(step).length, 0)
  const isEmpty = openCount === steps.reduce((sum, { paths }) => sum + paths.length, 0)
  return (
    <div className={clsx(classes.review, isInside && classes.bare)}>
      {onStep ? <p className={classes.text}>{t(isEmpty ? 'reviewEmpty' : 'reviewText')}</p> : null}
      {onStep && openCount && !isEmpty ? <p className={classes.text}>{t('reviewOpenText', { count: openCount })}</p> : null}
      {hasRedFlag ? <RedFlag /> : null}
      {symptoms.length ? (
        <section className={classes.card}>
          <h3 className={classes.title}>{t('reviewYes')}</h3>
          {felt.length ? (
            <ul className={classes.felt}>
              {felt.map(({ name, display_name }) => (
                <li key={name}>
                  {onPath ? (
                    <button type="button" onClick={() => onPath(`symptoms.${name}`)}>
                      <IconTriangleFilled aria-hidden />
                      {display_name}
                    </button>
                  ) : (
                    <span>
                      <IconTriangleFilled aria-hidden />
                      {display_name}
                    </span>
                  )}
                </li>
              ))}
            </ul>
          ) : (
            <p className={classes.none}>{t('reviewNone')}</p>
          )}
        </section>
      ) : null}
      {steps.map((step, at) => {
        if (step.name === 'review') return null
        const open = openPaths(step)
        return (
          <section key={step.name} className={classes.card}>
            <div className={classes.head}>
              <h3 className={classes.title}>{t(`step.${step.name}`)}</h3>
              <span className={classes.open} data-open={open.length > 0 || undefined}>
                {open.length ? t('reviewOpen', { count: open.length }) : t('reviewAll')}
              </span>
              {onStep && onPath ? (
                <Button
                  size="large"
                  onClick={() => (open[0] ? onPath(open[0]) : onStep(at))}
                  aria-label={`${t(`step.${step.name}`)} ${t(open.length ? 'fill' : 'edit')}`}
                >
                  {t(open.length ? 'fill' : 'edit')}
                </Button>
              ) : null}
            </div>
            <StepAnswers step={step} answers={answers} />
          </section>
        )
      })}
    </div>
  )
}

/** Answers of one page. Symptoms with yes or no are only counted. */
function StepAnswers({ step, answers }: { step: Step; answers: Answers }) {
  const { t } = useTranslation(['questionnaire', 'illness'])
  const language = useLanguage()
  const rows = [
    ...step.symptoms
      .filter(({ name }) => name === skinType && isAnswered(answers, `symptoms.${name}`))
      .map((symptom) => ({ name: symptom.display_name, said: formatAnswer(symptom, Number(answers[`symptoms.${symptom.name}`]?.value), language, 'symptom') })),
    ...step.lifestyles
      .filter(({ name }) => isAnswered(answers, `lifestyles.${name}`))
      .map((lifestyle) => ({ name: lifestyle.display_name, said: formatAnswer(lifestyle, Number(answers[`lifestyles.${lifestyle.name}`]?.value), language) })),
    ...step.allergies
      .filter((kind) => isAnswered(answers, `allergy_reactions.${kind}`))
      .map((kind) => {
        const answer = answers[`allergy_reactions.${kind}`]
        const text = answer?.value ? t('questionnaire:yes') : t('questionnaire:no')
        return {
          name: t(`illness:allergy.${kind}`),
          said: answer?.value && answer.description ? `${text}${language === 'ja' ? '：' : ': '}${answer.description}` : text,
        }
      }),
  ]
  const yesNoSymptoms = step.symptoms.filter(({ value_type, name }) => value_type === 'boolean' && isAnswered(answers, `symptoms.${name}`))
  const yes = yesNoSymptoms.filter(({ name }) => answers[`symptoms.${name}`]?.value === 1)
  return (
    <>
      {yesNoSymptoms.length ? (
        <p className={classes.counts}>{t('questionnaire:reviewCounts', { yes: yes.length, no: yesNoSymptoms.length - yes.length })}</p>
      ) : null}
      {rows.length ? (
        <dl className={classes.said}>
          {rows.map(({ name, said }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{said}</dd>
            </div>
          ))}
        </dl>
      ) : null}
    </>
  )
}
