import type { AllergyKind, AllergyReaction } from '@sukoyaka/wire/record/illness'
import { useTranslation } from 'react-i18next'
import { Segmented } from '../../../ui/choice/Segmented.tsx'
import { FormDialog } from '../../../ui/form/FormDialog.tsx'
import { isSame } from '../../../ui/form/form-state.ts'
import { lengthOf } from '../../../ui/form/length.ts'
import { TextArea } from '../../../ui/form/TextArea.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { kindsInOrder } from '../allergies.ts'
import { useAddAllergyReactionMutation, useChangeAllergyReactionMutation, useRemoveAllergyReactionMutation } from '../api.ts'
import classes from './AllergyDialog.module.css'

/** Max length of a description: 2,000, or the length of the recorded one if a questionnaire answer or a merge made it longer. */
const maxLengthOf = (recorded: string) => Math.max(2000, lengthOf(recorded))
const states = ['unasked', 'no', 'yes'] as const
type State = (typeof states)[number]
type Draft = Record<AllergyKind, { state: State; description: string }>

const draftOf = (reactions: AllergyReaction[]) =>
  Object.fromEntries(
    kindsInOrder.map((kind) => {
      const saved = reactions.find((reaction) => reaction.kind === kind)
      return [kind, { state: saved ? (saved.is_occured ? 'yes' : 'no') : 'unasked', description: saved?.description ?? '' }]
    }),
  ) as Draft

const stateKeys = { unasked: 'allergy.unasked', no: 'allergy.none', yes: 'allergy.occurred' } as const
/** Older than the version of any row. */
const noVersion = new Date(0).toISOString()

type Props = { user_id: number; reactions: AllergyReaction[]; onClose: () => void; onReopen: () => void }

/** All kinds of allergy in one form: not asked, none, or a reaction with details. Saves only the kinds that this user changed. */
export function AllergyDialog({ user_id, reactions, onClose, onReopen }: Props) {
  const { t } = useTranslation('illness')
  const current = draftOf(reactions)
  const version = [noVersion, ...reactions.map(({ updated_at }) => updated_at)].toSorted().at(-1)!
  const [add] = useAddAllergyReactionMutation()
  const [change] = useChangeAllergyReactionMutation()
  const [remove] = useRemoveAllergyReactionMutation()

  /** `known_at`: version that the form started from. A change of a newer row is sent with this version, so that the server rejects the change. */
  const sendKind = (kind: AllergyKind, { state, description }: Draft[AllergyKind], known_at: string) => {
    const saved = reactions.find((reaction) => reaction.kind === kind)
    const row = { is_occured: state === 'yes', description: description.trim() }
    if (!saved) return state === 'unasked' ? undefined : add({ user_id, kind, ...row })
    const updated_at = saved.updated_at < known_at ? saved.updated_at : known_at
    if (state === 'unasked') return remove({ id: saved.id, updated_at })
    const isUnchanged = saved.is_occured === row.is_occured && saved.description === row.description
    return isUnchanged ? undefined : change({ id: saved.id, updated_at, ...row })
  }
  const form = useForm(`allergy_reactions/${user_id}`, current, {
    version,
    check: (draft) => Object.fromEntries(kindsInOrder.map((kind) => [kind, lengthOf(draft[kind].description) > maxLengthOf(current[kind].description)])),
    send: (draft, known_at = version, _, base) => {
      const changed = kindsInOrder.filter((kind) => !isSame(draft[kind], base[kind]))
      const requests = Promise.all(changed.map((kind) => sendKind(kind, draft[kind], known_at)))
      return changed.length ? requests.then((results) => results.find((result) => result?.error) ?? {}) : undefined
    },
    messages: { done: t('allergy.saved'), failed: t('allergy.failed') },
    onClose,
    onReopen,
  })
  return (
    <FormDialog form={form} title={t('allergy.edit')} width={640}>
      {kindsInOrder.map((kind) => {
        const { state, description } = form.values[kind]
        const theirs = form.isConflict && !isSame(form.values[kind], current[kind]) ? current[kind] : undefined
        return (
          <section key={kind} className={classes.kind} aria-label={t(`allergy.${kind}`)}>
            <div className={classes.head}>
              <h3>{t(`allergy.${kind}`)}</h3>
              <Segmented
                label={t('allergy.kind', { kind: t(`allergy.${kind}`) })}
                value={state}
                onChange={(next) => form.put({ [kind]: { state: next, description } })}
                options={states.map((value) => ({ value, label: t(stateKeys[value]) }))}
              />
            </div>
            {state === 'yes' ? (
              <TextArea
                label={t('allergy.detail')}
                hint={t('allergy.detailHint')}
                value={description}
                onChange={(text) => form.put({ [kind]: { state, description: text } })}
                maxLength={maxLengthOf(current[kind].description)}
                rows={1}
              />
            ) : null}
            {theirs ? (
              <p className={classes.theirs}>
                {theirs.state === 'yes' && theirs.description
                  ? t('allergy.theirsOccurred', { what: theirs.description })
                  : t('allergy.theirs', { what: t(stateKeys[theirs.state]) })}
              </p>
            ) : null}
          </section>
        )
      })}
    </FormDialog>
  )
}
