-- Of what begins work on a file: it stays until whoever deletes files can see the job.
CREATE FUNCTION lock_transfer_file(file uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM transfer_files WHERE id = file FOR KEY SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'There is no such file any more. Files are kept for a week.' USING ERRCODE = 'MG404';
  END IF;
END $$;
