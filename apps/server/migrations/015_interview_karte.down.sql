drop table kartes, interview_participants, interviews;
