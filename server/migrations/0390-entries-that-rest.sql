-- Places of activities and enrolments that nobody has to act on lie with nobody (docs/decisions/0261).
update process_case
set holder_institution_id = null, holder_role = null, holder_teacher_id = null, holder_days = null
where (type = 'trainingEnrolment' and state in ('confirmed', 'waitlisted', 'learning'))
  or (type = 'activityPlace' and state in ('confirmed', 'waitlisted'));
