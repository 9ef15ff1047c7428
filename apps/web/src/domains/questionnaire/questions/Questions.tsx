import type { Step } from '@sukoyaka/rules/care/questionnaire-steps'
import { formatUnit } from '@sukoyaka/rules/record/answer'
import { skinType } from '@sukoyaka/rules/record/lifestyle'
import type { AllergyKind } from '@sukoyaka/wire/record/illness'
import type { LifestyleCategory } from '@sukoyaka/wire/record/lifestyle'
import type { SymptomCategory } from '@sukoyaka/wire/record/symptom'
import { IconInfoCircle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../../ui/date/tokyo.ts'
import { TextArea } from '../../../ui/form/TextArea.tsx'
import type { Answer, Answers } from '../answers.ts'
import { Choice } from './Choice.tsx'
import { Counter } from './Counter.tsx'
import classes from './Questions.module.css'

/** `last`: the answers in the record. */
export type QuestionContext = { answers: Answers; last: Answers; invalidPaths: readonly string[]; onAnswer: (change: Answers) => void }

const numberOf = (answer: Answer | undefined) => (answer === undefined || answer.value === null ? undefined : Number(answer.value))

/** Questions of one page. */
export function Questions({ step, ...context }: QuestionContext & { step: Step }) {
  return (
    <div className={classes.questions}>
      {step.symptoms.map((category) => (
        <SymptomQuestion key={category.name} category={category} {...context} />
      ))}
      {step.lifestyles.map((category) => (
        <LifestyleQuestion key={category.name} category={category} {...context} />
      ))}
      {step.allergies.map((kind) => (
        <AllergyQuestion key={kind} kind={kind} {...context} />
      ))}
    </div>
  )
}

function SymptomQuestion({ category, answers, invalidPaths, onAnswer }: QuestionContext & { category: SymptomCategory }) {
  const { t } = useTranslation('questionnaire')
  const path = `symptoms.${category.name}`
  const answer = answers[path]
  const isSkin = category.name === skinType
  const options = isSkin
    ? category.options.map(({ value, label }) => ({
        value,
        label: (
          <span className={classes.skinWords}>
            <strong>{roman[value - 1]}</strong>
            {label}
          </span>
        ),
        picture: <span className={classes.skin} data-type={value} />,
      }))
    : category.options.length
      ? category.options
      : [
          { value: 0, label: t('no') },
          { value: 1, label: t('yes'), isWarned: true },
        ]
  const value = numberOf(answer)
  return (
    <Choice
      path={path}
      legend={category.display_name}
      options={options}
      layout={isSkin ? 'pictures' : options.length === 2 ? 'pair' : 'row'}
      value={value}
      isSame={answer?.is_same}
      isInvalid={invalidPaths.includes(path)}
      onAnswer={(next) => onAnswer({ [path]: { value: next } })}
    >
      {category.red_flag && value === 1 ? <RedFlag /> : null}
    </Choice>
  )
}
const roman = ['I', 'II', 'III', 'IV', 'V', 'VI']

export function RedFlag() {
  const { t } = useTranslation('questionnaire')
  return (
    <p className={classes.redFlag} role="status">
      <IconInfoCircle aria-hidden />
      {t('redFlag')}
    </p>
  )
}

function LifestyleQuestion({ category, answers, invalidPaths, onAnswer }: QuestionContext & { category: LifestyleCategory }) {
  const { t } = useTranslation('questionnaire')
  const language = useLanguage()
  const path = `lifestyles.${category.name}`
  const answer = answers[path]
  const shared = {
    path,
    legend: category.question || category.display_name,
    value: numberOf(answer),
    isSame: answer?.is_same,
    isInvalid: invalidPaths.includes(path),
    onAnswer: (value: number | null) => onAnswer({ [path]: { value } }),
  }
  if (category.value_type === 'number' && category.range) return <Counter {...shared} range={category.range} unit={formatUnit(category.unit, language)} />
  const options = category.options.length
    ? category.options
    : [
        { value: 0, label: t('isNo') },
        { value: 1, label: t('isYes') },
      ]
  return <Choice {...shared} options={options} layout={category.options.length ? 'row' : 'pair'} />
}

function AllergyQuestion({ kind, answers, last, invalidPaths, onAnswer }: QuestionContext & { kind: AllergyKind }) {
  const { t } = useTranslation(['questionnaire', 'illness'])
  const path = `allergy_reactions.${kind}`
  const answer = answers[path]
  const value = numberOf(answer)
  const recorded = last[path]
  return (
    <Choice
      path={path}
      legend={t(`illness:allergy.${kind}`)}
      hint={
        recorded?.value === true
          ? recorded.description
            ? t('illness:allergy.theirsOccurred', { what: recorded.description })
            : t('illness:allergy.theirs', { what: t('illness:allergy.occurred') })
          : undefined
      }
      options={[
        { value: 0, label: t('questionnaire:no') },
        { value: 1, label: t('questionnaire:yes'), isWarned: true },
      ]}
      layout="pair"
      value={value}
      isSame={answer?.is_same}
      isInvalid={invalidPaths.includes(path)}
      onAnswer={(next) =>
        onAnswer({ [path]: { value: next === null ? null : next === 1, ...(answer?.description !== undefined && { description: answer.description }) } })
      }
    >
      {value === 1 ? (
        <div className={classes.detail}>
          <TextArea
            label={t('questionnaire:allergyDetail')}
            maxLength={2000}
            rows={2}
            value={answer?.description ?? ''}
            onChange={(description) => onAnswer({ [path]: { value: true, description } })}
          />
        </div>
      ) : null}
    </Choice>
  )
}
