/**
 * Values of a healthy adult: mean for men and for women, standard deviation between people and within one person,
 * change in ten years.
 */
export type Baseline = { male: number; female: number; betweenPeople: number; withinPerson: number; decade: number }

/** Derived quantities are computed, not listed here. */
const table = `
height 170.5 157.8 5 0.1 -0.2
weight 66 53 6 0.6 1
waist_circumference 79 76 4 0.8 1
body_temperature 36.4 36.4 0.15 0.15 0
body_fat_percentage 17.5 26 2 0.6 0.4
visceral_fat_area 68 52 12 5 6
skeletal_muscle_index 7.8 6.3 0.3 0.08 -0.1
systolic_blood_pressure 116 112 6 4 3
diastolic_blood_pressure 72 69 5 3 2
pulse_rate 65 67 6 3 0
spo2 98 98 0.4 0.5 0
visual_acuity_right 1.2 1.2 0.15 0.03 -0.05
visual_acuity_left 1.2 1.2 0.15 0.03 -0.05
corrected_visual_acuity_right 1.3 1.3 0.1 0.05 0
corrected_visual_acuity_left 1.3 1.3 0.1 0.05 0
intraocular_pressure_right 14 14 1.8 0.8 0
intraocular_pressure_left 14 14 1.8 0.8 0
hearing_1000hz_right 12 12 4 2 1
hearing_1000hz_left 12 12 4 2 1
hearing_4000hz_right 15 14 5 2 3
hearing_4000hz_left 15 14 5 2 3
white_blood_cell 5.6 5.2 0.7 0.4 0
hemoglobin 14.8 13.3 0.4 0.25 -0.1
mcv 91.5 90.5 2 0.5 0.5
mchc 33.5 33.3 0.4 0.25 0
platelet 23.5 24 2.5 1 -0.5
neutrophil_percentage 56 56 4 3 0
lymphocyte_percentage 33 34 3.5 2.5 0
eosinophil_percentage 2.6 2.3 0.8 0.5 0
total_protein 7.2 7.2 0.2 0.12 0
albumin 4.5 4.4 0.12 0.08 -0.05
ast 21 19 3 1.5 0
alt 19 15 3 2 0.5
ggt 26 18 6 2.5 1
alp 72 68 12 3 3
ldh 172 174 14 6 3
total_bilirubin 0.9 0.8 0.15 0.1 0
cholinesterase 345 305 30 10 -4
amylase 80 82 13 4 2
creatine_kinase 125 92 22 12 -4
hdl_cholesterol 58 66 6 2 0
ldl_cholesterol 98 96 8 4 3
triglyceride 82 68 16 8 3
lipoprotein_a 11 11 5 0.8 0
fasting_glucose 90 87 4 2.5 2
hba1c 5.3 5.2 0.1 0.06 0.08
insulin 4.9 4.7 1 0.6 0.2
creatinine 0.82 0.6 0.05 0.02 0.01
blood_urea_nitrogen 13.8 13 1.6 1.2 0.8
cystatin_c 0.8 0.72 0.05 0.02 0.03
uric_acid 5.6 4.3 0.5 0.25 0.1
sodium 141 141 0.8 0.8 0
potassium 4.2 4.2 0.15 0.12 0
chloride 105 105 0.9 0.8 0
calcium 9.4 9.4 0.15 0.12 0
inorganic_phosphorus 3.5 3.7 0.2 0.15 0
magnesium 2.2 2.2 0.08 0.05 0
serum_iron 112 98 18 14 0
ferritin 120 62 22 6 4
tibc 320 330 18 8 0
crp 0.05 0.05 0.02 0.02 0.005
hs_crp 0.035 0.035 0.012 0.01 0.004
rheumatoid_factor 5 5 1.5 0.5 0
total_ige 62 50 28 4 0
tsh 1.7 1.9 0.4 0.2 0.1
free_t4 1.2 1.18 0.08 0.05 0
free_t3 3.1 3 0.2 0.12 0
thyroid_peroxidase_antibody 8.5 8.5 1.8 0.5 0
cea 1.9 1.6 0.5 0.15 0.1
ca19_9 9.5 9.5 4 0.8 0
afp 3 3 0.8 0.2 0
cyfra 1.7 1.6 0.4 0.2 0.1
pivka_ii 22 20 3 1.5 0
psa 1 0 0.3 0.08 0.15
ca125 0 12 3.5 1.5 0
vitamin_d_25oh 36 35 2.5 1.5 0
vitamin_b12 420 440 80 25 0
folate 8.2 8.8 1.5 0.6 0
zinc 94 92 5 3 0
hbs_antigen 0.004 0.004 0.002 0.001 0
hcv_antibody 0.1 0.1 0.03 0.02 0
syphilis_rpr 0.1 0.1 0.04 0.02 0
syphilis_tp_antibody 0.1 0.1 0.04 0.02 0
urine_protein 0.05 0.05 0.1 0.14 0
urine_glucose 0 0 0.05 0.1 0
urine_occult_blood 0.05 0.1 0.1 0.14 0
urine_specific_gravity 1.018 1.017 0.002 0.003 0
urine_albumin_creatinine_ratio 7.5 8 2.5 1.2 1
estimated_salt_intake 6.9 6 0.3 0.3 -0.1
fecal_hemoglobin_1 6 5 3 4 0
fecal_hemoglobin_2 6 5 3 4 0
forced_vital_capacity 4.1 2.9 0.3 0.05 -0.25
percent_vital_capacity 104 104 6 1.5 -1
abi_right 1.12 1.1 0.03 0.02 0
abi_left 1.12 1.1 0.03 0.02 0
cavi_right 7.1 6.9 0.3 0.15 0.3
cavi_left 7.1 6.9 0.3 0.15 0.3
nt_pro_bnp 26 30 7 4 3
bnp 7.5 8.5 2.5 1.2 1
max_imt_right 0.72 0.68 0.08 0.02 0.08
max_imt_left 0.72 0.68 0.08 0.02 0.08
home_systolic_blood_pressure 113 109 4 3 2
home_diastolic_blood_pressure 68 66 3 2 1`

export const baselines: ReadonlyMap<string, Baseline> = new Map(
  table
    .trim()
    .split('\n')
    .map((line) => {
      const [name, ...numbers] = line.split(' ')
      const [male, female, betweenPeople, withinPerson, decade] = numbers.map(Number) as [number, number, number, number, number]
      return [name!, { male, female, betweenPeople, withinPerson, decade }]
    }),
)

/** The values around which a person’s measurements of the last 54 days lie; earlier measurements approach these values over the years. */
export type Course = Record<string, number>

/** 佐伯 恵子: rising LDL cholesterol, triglyceride, glucose, γ-GT and blood pressure; falling HDL cholesterol and vitamin D. */
const saekiCourse: Course = {
  ldl_cholesterol: 162,
  hdl_cholesterol: 58,
  triglyceride: 140,
  vitamin_d_25oh: 18.4,
  hba1c: 6.1,
  fasting_glucose: 98,
  systolic_blood_pressure: 138,
  diastolic_blood_pressure: 84,
  home_systolic_blood_pressure: 136,
  home_diastolic_blood_pressure: 85,
  ggt: 48,
}

/** Courses of the other patients, assigned in rotation; many are healthy. */
const courses: Course[] = [
  {},
  { ldl_cholesterol: 151 },
  {},
  { hba1c: 6.6, fasting_glucose: 128, triglyceride: 190, weight: 74 },
  {},
  {
    systolic_blood_pressure: 146,
    diastolic_blood_pressure: 92,
    home_systolic_blood_pressure: 139,
    home_diastolic_blood_pressure: 88,
    estimated_salt_intake: 10.8,
  },
  { ggt: 118, ast: 42, alt: 51, triglyceride: 210 },
  {},
  { uric_acid: 7.8 },
  { hemoglobin: 11.2, ferritin: 9.4, serum_iron: 31, tibc: 428 },
  {},
  { creatinine: 1.22, blood_urea_nitrogen: 22.6 },
  { vitamin_d_25oh: 16.2 },
]

export const courseOf = (index: number): Course => (index === 0 ? saekiCourse : courses[index % courses.length]!)
