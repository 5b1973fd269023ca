-- Triggers that call the functions of ../functions/accounts.sql.

-- users
create or replace trigger forget_deleted_person BEFORE DELETE ON users
  FOR EACH ROW EXECUTE FUNCTION forget_deleted_person();
