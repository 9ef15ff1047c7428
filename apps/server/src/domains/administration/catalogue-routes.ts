import * as disease from '@sukoyaka/wire/boards/admin/disease'
import * as emoticon from '@sukoyaka/wire/boards/admin/emoticon'
import * as goalTemplate from '@sukoyaka/wire/boards/admin/goal-template'
import * as recordTemplate from '@sukoyaka/wire/boards/admin/record-template'
import { serve } from '../../http/serve.ts'
import { newCode } from './code.ts'
import { csvOf } from './csv.ts'
import { allDiseases, diseaseEntryOf, insertDiseaseEntry, updateDiseaseEntry } from './disease-store.ts'
import { allEmoticons, emoticonOf, insertEmoticon, updateEmoticon } from './emoticon-store.ts'
import { allGoalTemplates, goalTemplateOf, insertGoalTemplate, updateGoalTemplate } from './goal-template-store.ts'
import { allRecordTemplates, insertRecordTemplate, recordTemplateOf, updateRecordTemplate } from './record-template-store.ts'

/** Reference data. */
export const catalogueRoutes = [
  serve(disease.listAllDiseases, ({ db, input }) => allDiseases(db, input)),
  serve(disease.exportDiseases, ({ db, input, language, reply }) =>
    csvOf({ name: 'diseases', columns: disease.diseaseColumns, language, reply }, (page) => allDiseases(db, { ...input, page })),
  ),
  serve(disease.readDiseaseEntry, ({ db, input }) => diseaseEntryOf(db, input.id)),
  serve(disease.addDiseaseEntry, ({ db, context, input }) => insertDiseaseEntry(db, input, newCode(context))),
  serve(disease.changeDiseaseEntry, ({ db, input }) => updateDiseaseEntry(db, input)),

  serve(emoticon.listAllEmoticons, ({ db, input }) => allEmoticons(db, input)),
  serve(emoticon.exportEmoticons, ({ db, input, language, reply }) =>
    csvOf({ name: 'emoticons', columns: emoticon.emoticonColumns, language, reply }, (page) => allEmoticons(db, { ...input, page })),
  ),
  serve(emoticon.readEmoticon, ({ db, input }) => emoticonOf(db, input.id)),
  serve(emoticon.addEmoticon, ({ db, context, input }) => insertEmoticon(db, input, newCode(context))),
  serve(emoticon.changeEmoticon, ({ db, input }) => updateEmoticon(db, input)),

  serve(goalTemplate.listAllGoalTemplates, ({ db, input }) => allGoalTemplates(db, input)),
  serve(goalTemplate.exportGoalTemplates, ({ db, input, language, reply }) =>
    csvOf({ name: 'goal_templates', columns: goalTemplate.goalTemplateColumns, language, reply }, (page) => allGoalTemplates(db, { ...input, page })),
  ),
  serve(goalTemplate.readGoalTemplate, ({ db, input }) => goalTemplateOf(db, input.id)),
  serve(goalTemplate.addGoalTemplate, ({ db, context, input }) => insertGoalTemplate(db, input, newCode(context))),
  serve(goalTemplate.changeGoalTemplate, ({ db, input }) => updateGoalTemplate(db, input)),

  serve(recordTemplate.listAllRecordTemplates, ({ db, input }) => allRecordTemplates(db, input)),
  serve(recordTemplate.exportRecordTemplates, ({ db, input, language, reply }) =>
    csvOf({ name: 'record_templates', columns: recordTemplate.recordTemplateColumns, language, reply }, (page) => allRecordTemplates(db, { ...input, page })),
  ),
  serve(recordTemplate.readRecordTemplate, ({ db, input }) => recordTemplateOf(db, input.id)),
  serve(recordTemplate.addRecordTemplate, ({ db, context, input }) => insertRecordTemplate(db, input, newCode(context))),
  serve(recordTemplate.changeRecordTemplate, ({ scope, input }) => updateRecordTemplate(scope, input)),
]
